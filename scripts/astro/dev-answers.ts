import { once } from 'node:events';
import type { AstroIntegration } from 'astro';
import { createSite } from '../../src/engine/publish/index.ts';
import { findFile } from '../../src/engine/serve/node/index.ts';
import type * as content from '../../src/engine/content/read.ts';
import { waitingPath } from '../../src/data/routes.ts';

/**
 * Astro integration for the dev server. Requests wait for the first pull, so that the port is open at once:
 * `netlify dev` waits for 15 seconds only. Unknown addresses redirect, or show the waiting page, as on the
 * hosts.
 */
export const devAnswers = (snapshotDirectory: string): AstroIntegration => ({
  name: 'dev-answers',
  hooks: {
    'astro:server:setup': ({ server }) => {
      // A message from scripts/dev.ts. Without that command, the content of the last pull is there.
      const pulled = process.send ? once(process, 'message') : Promise.resolve();

      async function findAnswer(path: string) {
        await pulled;
        // Vite loads the catalogue anew after an edit.
        const { createRead, listPages } = (await server.ssrLoadModule(
          '/src/engine/content/read.ts',
        )) as typeof content;
        const read = createRead(snapshotDirectory);
        const pages = await listPages(read).finally(() => read.close());
        const paths = [
          ...pages.map((page) => page.path),
          waitingPath('blog'),
          waitingPath('resources'),
        ];
        const named = paths.map((page) => [`${page.slice(1) || 'index'}.html`, ''] as const);
        return findFile(createSite(named), path);
      }

      server.middlewares.use((request, response, next) => {
        const [asked = '', search] = (request.url ?? '').split('?');
        // After a 404, Netlify's command line asks again for these names.
        const path = asked.replace(/(?:\/index)?\.html?$/, '');
        // Modules and files have an extension.
        if (/\.\w+$|^\/@/.test(path)) {
          next();
          return;
        }
        findAnswer(path).then((found) => {
          if (found && 'to' in found) {
            const location = search === undefined ? found.to : `${found.to}?${search}`;
            response.writeHead(found.status, { location }).end();
            return;
          }
          if (found?.status === 404) {
            request.url = found.file.address;
            // Astro renders this page with status 200.
            const writeHead = response.writeHead.bind(response);
            response.writeHead = (_status: number, ...rest: unknown[]) => {
              Reflect.apply(writeHead, null, [404, ...rest]);
              return response;
            };
          }
          next();
        }, next);
      });
    },
  },
});
