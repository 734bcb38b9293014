import { mkdir, readdir } from 'node:fs/promises';
import { createRead } from '../../content/snapshot/read.ts';
import { writeDurably } from '../../disk/write-file.ts';
import { listPages } from '../page-list.ts';
import { getShareCard, getShareImageName } from './card.ts';

/**
 * Draws the share image of every page that search engines may show, except for images that the folder
 * has from an earlier run. Draws one at a time: two at once take as long, for one thread lays out all.
 * @param directory of the images
 * @param onImage called after each image, with the number of all
 * @returns the names of all images, and the number of new ones
 */
export async function drawShareImages(
  snapshotDirectory: string,
  directory: string,
  onImage: (total: number) => void = () => undefined,
): Promise<{ names: readonly string[]; drawn: number }> {
  const read = createRead(snapshotDirectory);
  const pages = await listPages(read);
  read.close();
  const cards = pages.flatMap(({ indexed, path, title, gradient }) =>
    indexed ? [getShareCard(path, title, gradient)] : [],
  );
  await mkdir(directory, { recursive: true });
  const existing = new Set(await readdir(directory));
  const names: string[] = [];
  let drawn = 0;
  for (const card of cards) {
    const name = getShareImageName(card);
    names.push(name);
    if (!existing.has(name)) {
      // Imported here: most publishes draw nothing, and the libraries are slow to load.
      const { drawShareImage } = await import('./draw.ts');
      await writeDurably(directory, name, await drawShareImage(card));
      drawn += 1;
    }
    onImage(cards.length);
  }
  return { names, drawn };
}
