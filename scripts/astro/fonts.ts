/**
 * Cuts the two typefaces to what the site uses, before every build: one weight of Besley for display,
 * the text weights of Figtree, the characters below, and the features that a reader sees: kerning,
 * ligatures, figures of one width. Add a character here when a name needs it.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AstroIntegration } from 'astro';
import subsetFont from 'subset-font';

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const characters = `${ascii}\u00a0©®°·×½–—‘’“”…•€£←↑→↗−✓áàâäãåæçéèêëíìîïñóòôöõøúùûüýßÁÀÂÄÃÅÆÇÉÈÊËÍÓÖØÚÜÑ`;

const faces = [
  { name: 'besley', axes: { wght: 580 } },
  { name: 'figtree', axes: { wght: { min: 400, max: 700 } } },
] as const;

const resolve = createRequire(import.meta.url).resolve;

/** Writes `{name}.woff2` for each face into `directory`. */
async function cutFonts(directory: URL): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const { name, axes } of faces) {
    const source = await readFile(
      resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`),
    );
    const cut = await subsetFont(source, characters, {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: ['kern', 'liga', 'tnum'],
    });
    const temporary = new URL(`${name}.${process.pid}.tmp`, directory);
    await writeFile(temporary, cut);
    await rename(temporary, new URL(`${name}.woff2`, directory));
  }
}

/** Astro integration: `styles/fonts.css` finds the cut files in `.astro/typefaces/`. */
export const fonts = (): AstroIntegration => ({
  name: 'fonts',
  hooks: {
    'astro:config:setup': async ({ config, command }) => {
      if (command === 'sync') return;
      await cutFonts(new URL('.astro/typefaces/', config.root));
    },
  },
});
