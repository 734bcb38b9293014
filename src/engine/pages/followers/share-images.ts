import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { company, drawShareImage, getShareCard, getShareImagePath } from '../../site.ts';
import { listPages, type Read } from '../../content/read.ts';
import { createProcess, type ProcessOptions } from '../../processes/index.ts';
import type { Addition } from './additions.ts';
import type { DrawTask } from './share-image-process.ts';

/** These additions by their kind. */
export const shareImages = 'Share images';

const processFile = fileURLToPath(new URL('share-image-process.ts', import.meta.url));
/** Time for one image, the start of the process included: most take a tenth of a second. */
const imageMs = 20_000;

type Draw = typeof drawShareImage;

/** Starts a process that draws; each image has a limit of time. */
export function startDrawing(options: ProcessOptions) {
  const { ask, end } = createProcess(processFile, options);
  const draw: Draw = async (card) => {
    const task: DrawTask = [card, join(options.dataDirectory, 'media')];
    const { image } = await ask<{ image: string }>(task, imageMs);
    return Buffer.from(image, 'base64');
  };
  return { draw, end };
}

/** Lists the share images of all pages that search engines may show. The name of an image says what it shows. */
export async function listShareImages(
  read: Read,
  draw: Draw = drawShareImage,
): Promise<Addition[]> {
  const images = new Map<string, Addition>();
  for (const { indexed, path, title, ...look } of await listPages(read)) {
    if (!indexed) continue;
    const name = getShareImagePath(path, title, look).slice(1);
    const card = getShareCard(path, title, look);
    const make = async () => [[name, await draw(card)] as const];
    const makePlain = async () => [
      [name, await draw({ ...card, title: company.tagline })] as const,
    ];
    images.set(name, { name, basis: name, of: path, make, makePlain });
  }
  return [...images.values()];
}
