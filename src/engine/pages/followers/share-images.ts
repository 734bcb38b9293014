import { drawShareImage, getShareCard, getShareImagePath } from '../../site.ts';
import { listPages, type Read } from '../../content/read.ts';
import type { Addition } from './additions.ts';

/** These additions by their kind. */
export const shareImages = 'Share images';

/** Lists the share images of all pages that search engines may show. The name of an image says what it shows. */
export async function listShareImages(read: Read): Promise<Addition[]> {
  const images = new Map<string, Addition>();
  for (const { indexed, path, title, gradient } of await listPages(read)) {
    if (!indexed) continue;
    const name = getShareImagePath(path, title, gradient).slice(1);
    const make = async () => [
      [name, await drawShareImage(getShareCard(path, title, gradient))] as const,
    ];
    images.set(name, { name, basis: name, make });
  }
  return [...images.values()];
}
