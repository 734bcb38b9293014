import { mkdir, readdir } from 'node:fs/promises';
import { listPages, type Read } from '../content/read.ts';
import { writeFile } from '../disk/index.ts';
import type { OnProgress } from './child.ts';
import { getShareCard, getShareImageName } from '../../documents/share-card.ts';

/**
 * Draws the missing share images of all pages that search engines may show. Draws one image at a time: in
 * parallel it takes as long, because satori works in one thread.
 * @param directory folder of the images, kept between runs
 * @returns the names of all images
 */
export async function drawShareImages(
  read: Read,
  directory: string,
  onProgress: OnProgress = () => undefined,
): Promise<string[]> {
  const cards = (await listPages(read)).flatMap(({ indexed, path, title, gradient }) =>
    indexed ? [getShareCard(path, title, gradient)] : [],
  );
  await mkdir(directory, { recursive: true });
  const existing = new Set(await readdir(directory));
  const names: string[] = [];
  for (const card of cards) {
    const name = getShareImageName(card);
    names.push(name);
    if (!existing.has(name)) {
      // Imported here, because most publishes draw nothing, and the libraries load slowly.
      const { drawShareImage } = await import('./share-image.ts');
      await writeFile(directory, name, await drawShareImage(card));
    }
    onProgress('Share images', names.length, cards.length);
  }
  return names;
}
