import { mkdir, readdir } from 'node:fs/promises';
import { createRead, listPages } from '../../content/read.ts';
import { writeFile } from '../../disk/index.ts';
import { getShareCard, getShareImageName } from '../../../documents/share-card.ts';

/**
 * Draws the missing share images of all pages that search engines may show. Draws one image at a time: in
 * parallel it takes as long, because satori works in one thread.
 * @param directory folder of the images, kept between runs
 * @param onImage called after each image, with the number of all images
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
      // Imported here, because most publishes draw nothing, and the libraries load slowly.
      const { drawShareImage } = await import('./draw.ts');
      await writeFile(directory, name, await drawShareImage(card));
      drawn += 1;
    }
    onImage(cards.length);
  }
  return { names, drawn };
}
