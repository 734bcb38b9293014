import { copyFile, glob, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import sirv from 'sirv';
import { getSnapshotDirectory, type Config } from '../src/config.ts';

/** Names of the files under `/media/` that the snapshot's texts mention. */
async function findNames(snapshotDirectory: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const file of glob('*.json', { cwd: snapshotDirectory })) {
    const text = await readFile(join(snapshotDirectory, file), 'utf8');
    for (const [, name] of text.matchAll(/\/media\/([\w-]+\.\w+)/g)) if (name) names.add(name);
  }
  return names;
}

/**
 * Astro integration: the images that `pull` keeps in `DATA_DIR/media` become `/media/…` of the site,
 * copied into a build as far as the snapshot names them, read where they are by the dev server.
 */
export const media = (config: Config): AstroIntegration => {
  const mediaDirectory = join(config.dataDirectory, 'media');
  const hooks: AstroIntegration['hooks'] = {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/media', sirv(mediaDirectory, { dev: true }));
    },
    'astro:build:done': async ({ dir }) => {
      const target = fileURLToPath(new URL('media/', dir));
      await mkdir(target, { recursive: true });
      for (const name of await findNames(getSnapshotDirectory(config))) {
        await copyFile(join(mediaDirectory, name), join(target, name));
      }
    },
  };
  return { name: 'media', hooks };
};
