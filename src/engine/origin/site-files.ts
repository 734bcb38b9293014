/** What `astro build` writes beside its pages: an integration for each kind of file. */
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import send from 'send';
import type { Config } from '../config.ts';
import { getSnapshotDirectory } from '../account.ts';
import { listMediaNames } from '../content/index.ts';
import { createRead, type SnapshotRead } from '../content/read.ts';
import { linkFiles } from '../disk/index.ts';
import type { ShareImages } from '../declare/declaration.ts';
import { shareImages as declared } from '../site.ts';
import { listShareCards } from './share-cards.ts';
import { createShareImages } from './share-images.ts';

type FilesConfig = Pick<Config, 'dataDirectory' | 'contentful'>;

/** Puts the pictures and downloads that the snapshot names into a folder. */
export async function copyMedia(config: FilesConfig, target: string): Promise<void> {
  const source = join(config.dataDirectory, 'media');
  const named = listMediaNames(getSnapshotDirectory(config));
  const names = (await readdir(source).catch(() => [])).filter((name) => named.has(name));
  linkFiles(
    names.map((name) => [name, join(source, name)]),
    target,
  );
}

/** Serves the pictures and downloads of the last pull as `/media/…`, in `astro build` and in `astro dev`. */
export const serveMedia = (config: FilesConfig): AstroIntegration => ({
  name: 'media',
  hooks: {
    'astro:server:setup': ({ server }) => {
      const root = join(config.dataDirectory, 'media');
      server.middlewares.use('/media', (request, response, next) => {
        send(request, request.url ?? '', { root })
          .on('error', next)
          .pipe(response);
      });
    },
    'astro:build:done': ({ dir }) => copyMedia(config, fileURLToPath(new URL('media/', dir))),
  },
});

/** More take memory that a builder may not have. */
const mostProcesses = 4;

/** Draws the share images that are missing, and puts all that pages name into a folder. */
async function copyShareImages(
  declared: ShareImages,
  config: FilesConfig,
  read: SnapshotRead,
  target: string,
) {
  const cards = await listShareCards(read);
  const images = createShareImages(declared, config, {
    processes: Math.min(mostProcesses, availableParallelism()),
    onFailure: (address, reason) =>
      console.warn(
        `warning: The share image of ${cards.get(address)?.page} is a plain one (${reason})`,
      ),
  });
  try {
    const files = await Promise.all(
      Array.from(
        cards,
        async ([address, { card }]) =>
          [address.slice('/share/'.length), await images.get(card, address)] as const,
      ),
    );
    linkFiles(files, target);
    await images.removeOthers((address) => cards.has(address));
  } finally {
    images.end();
  }
}

/** Writes the images of link previews as `/share/…`. Pages with drafts name none. */
export const shareImages = (config: FilesConfig): AstroIntegration => ({
  name: 'share-images',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      if (!declared || config.contentful?.showsDrafts) return;
      const read = createRead(getSnapshotDirectory(config));
      const target = fileURLToPath(new URL('share/', dir));
      await copyShareImages(declared, config, read, target).finally(read.close);
    },
  },
});
