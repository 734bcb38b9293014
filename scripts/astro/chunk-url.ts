import type { AstroIntegration } from 'astro';

const query = '?chunk-url';
/** Stands in code for the address of an emitted chunk, until its name is known. */
const placeholder = /__CHUNK_URL_([\w$]+)__/g;

/**
 * Astro integration: `import address from './module.ts?chunk-url'` gives the address of the module's chunk,
 * for a later `import(address)`. Astro inlines a script only if the script names no chunk itself.
 */
export const chunkUrl = (): AstroIntegration => ({
  name: 'chunk-url',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'chunk-url',
              enforce: 'pre',
              async resolveId(source, importer) {
                if (!source.endsWith(query)) return null;
                const found = await this.resolve(source.slice(0, -query.length), importer);
                return found && found.id + query;
              },
              load(id) {
                if (!id.endsWith(query)) return null;
                const file = id.slice(0, -query.length);
                if (command === 'dev') return `export default ${JSON.stringify(`/@fs${file}`)}`;
                const chunk = this.emitFile({
                  type: 'chunk',
                  id: file,
                  preserveSignature: 'strict',
                });
                return `export default "__CHUNK_URL_${chunk}__"`;
              },
              generateBundle(_, bundle) {
                for (const output of Object.values(bundle))
                  if (output.type === 'chunk')
                    output.code = output.code.replace(
                      placeholder,
                      (_, chunk: string) => `/${this.getFileName(chunk)}`,
                    );
              },
            },
          ],
        },
      });
    },
  },
});
