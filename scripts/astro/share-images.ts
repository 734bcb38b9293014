import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { shareFolder } from '../../src/documents/share-images/card.ts';
import { openShareImages } from '../../src/documents/share-images/store.ts';

/**
 * Adds the share images of pages to a built site. Draws only the images that no earlier build has drawn.
 * @param pages paths of the pages' files, relative to the site
 * @param onPage called after each page
 * @returns the number of images, and how many of them are new
 */
export async function addShareImages(
  dataDirectory: string,
  distDirectory: string,
  pages: readonly string[],
  onPage: () => void,
): Promise<{ images: number; drawn: number }> {
  const source = join(dataDirectory, shareFolder);
  const target = join(distDirectory, shareFolder);
  const store = await openShareImages(source);
  await mkdir(target, { recursive: true });
  const before = store.names.size;
  const used = new Set<string>();
  const queue = pages.values();

  const work = async () => {
    for (const page of queue) {
      const name = await store.keep(await readFile(join(distDirectory, page), 'utf8'));
      onPage();
      if (name === null || used.has(name)) continue;
      used.add(name);
      await copyFile(join(source, name), join(target, name));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return { images: used.size, drawn: store.names.size - before };
}
