/** The door of this room for astro.config.mjs: what `astro build` writes for its host. */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { getPictureOrigin } from '../content/contentful/index.ts';
import {
  describeFile,
  inlinePartsPath,
  inlinePartsSchema,
  requireAllowedPages,
} from '../headers/index.ts';
import { writeBuiltFunctions } from './built-functions.ts';
import { writeHostFiles } from './host-files.ts';

function* readPages(directory: string): Generator<[address: string, html: string]> {
  for (const name of globSync('**/*.html', { cwd: directory })) {
    const { address } = describeFile(name.replaceAll(sep, '/'));
    yield [address, readFileSync(join(directory, name), 'utf8')];
  }
}

/** Writes `_headers` and `_redirects`, and on Netlify functions that know the build. It comes after all others. */
export const hostFiles = (config: Config): AstroIntegration => ({
  name: 'host-files',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      const entrypoint = new URL('../render/inline-parts-file.ts', import.meta.url);
      if (command === 'build') injectRoute({ pattern: inlinePartsPath, entrypoint });
    },
    'astro:build:done': async ({ dir }) => {
      const directory = fileURLToPath(dir);
      const file = fileURLToPath(new URL(`.${inlinePartsPath}`, dir));
      const inlineParts = v.parse(inlinePartsSchema, JSON.parse(readFileSync(file, 'utf8')));
      rmSync(file);
      const pictureOrigin = getPictureOrigin(config.contentful);
      requireAllowedPages(readPages(directory), { inlineParts, pictureOrigin });
      if (config.site.isOnNetlify) await writeBuiltFunctions(config, directory, inlineParts);
      await writeHostFiles(config, directory, inlineParts);
    },
  },
});
