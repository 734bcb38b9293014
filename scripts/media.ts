import { createReadStream } from 'node:fs';
import { copyFile, glob, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const types: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Names of the files under `/media/` that the snapshot's texts mention. */
async function findNames(snapshotDirectory: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const file of glob('**/*.json', { cwd: snapshotDirectory })) {
    const text = await readFile(join(snapshotDirectory, file), 'utf8');
    for (const [, name] of text.matchAll(/\/media\/([\w-]+\.\w+)/g)) if (name) names.add(name);
  }
  return names;
}

/**
 * Astro integration: the images that `pull` keeps in the media folder become `/media/…` of the site,
 * copied into a build as far as the snapshot names them, read from their folder by the dev server.
 */
export const media = (mediaDirectory: string, snapshotDirectory: string): AstroIntegration => ({
  name: 'media',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/media', (request, response, next) => {
        const [, name = '', extension = ''] =
          /^\/([\w-]+\.(\w+))(?:\?.*)?$/.exec(request.url ?? '') ?? [];
        createReadStream(join(mediaDirectory, name))
          .once('open', () =>
            response.setHeader('content-type', types[extension] ?? 'application/octet-stream'),
          )
          .once('error', () => next())
          .pipe(response);
      });
    },
    'astro:build:done': async ({ dir }) => {
      const target = fileURLToPath(new URL('media/', dir));
      await mkdir(target, { recursive: true });
      for (const name of await findNames(snapshotDirectory)) {
        await copyFile(join(mediaDirectory, name), join(target, name));
      }
    },
  },
});
