/** Share images: each is drawn once, and kept in `DATA_DIR/share` under its name, a digest of what it shows. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { describeDiskError, writeFile } from '../disk/index.ts';
import { describeFault } from '../base/log.ts';
import { createProcess } from '../processes/index.ts';
import type { ShareCard, ShareImages } from '../declare/declaration.ts';
import type { DrawTask } from './share-image-process.ts';

const processFile = fileURLToPath(new URL('share-image-process.ts', import.meta.url));
/** Time for one image, the start of the process included: most take a thirtieth of a second. */
const imageMs = 20_000;
/** Time without anything to draw after which a process ends. */
const idleMs = 60_000;
/** Time before one that could not be drawn is tried again. */
const retryMs = 60_000;

interface Options {
  /** Processes that draw at the same time. */
  processes?: number;
  /** Called with the address of an image that cannot be drawn, and why. */
  onFailure: (address: string, reason: string) => void;
}

/** Starts to draw in processes of their own, so that a card without an end is given up. `end` ends these. */
export function createShareImages(
  { getPath, plain }: ShareImages,
  { dataDirectory }: Pick<Config, 'dataDirectory'>,
  { processes = 1, onFailure }: Options,
) {
  const directory = join(dataDirectory, 'share');
  const all = Array.from({ length: processes }, () =>
    createProcess(processFile, { dataDirectory, idleMs }),
  );
  const idle = [...all];
  const limit = pLimit(processes);
  /** The drawings that are being made: a crowd waits for one. */
  const running = new Map<string, Promise<string>>();
  /** When those that could not be drawn are tried again, by their addresses. */
  const failed = new Map<string, number>();

  async function drawCard(card: ShareCard, path: string): Promise<void> {
    const process = idle.pop();
    if (!process) throw new Error('More images are drawn at once than there are processes.');
    const task: DrawTask = [card, join(dataDirectory, 'media')];
    const { image } = await process
      .ask<{ image: string }>(task, imageMs)
      .finally(() => idle.push(process));
    await writeFile(directory, basename(path), Buffer.from(image, 'base64'));
  }

  async function makeImage(card: ShareCard, address: string): Promise<string> {
    const path = join(directory, basename(address));
    if (existsSync(path)) return path;
    try {
      if ((failed.get(address) ?? 0) <= performance.now()) {
        await limit(drawCard, card, path);
        return path;
      }
    } catch (error) {
      if (card === plain) throw error;
      failed.set(address, performance.now() + retryMs);
      onFailure(address, describeDiskError(error) ?? describeFault(error).error);
    }
    return getImage(plain, getPath(plain));
  }

  /**
   * Finds the file of an image, after the image has been drawn if there is none. One that cannot be drawn in its time
   * gives way to the plain one.
   * @param address as `getPath` of the site returns it
   * @throws {TaskError} when not even that can be drawn
   */
  function getImage(card: ShareCard, address: string): Promise<string> {
    const known = running.get(address);
    if (known) return known;
    const made = makeImage(card, address).finally(() => running.delete(address));
    running.set(address, made);
    return made;
  }

  return {
    get: getImage,
    /** Removes the images that no page names any more. */
    removeOthers: async (isNamed: (address: string) => boolean | Promise<boolean>) => {
      for (const name of await readdir(directory).catch(() => []))
        if (!(await isNamed(`/share/${name}`))) await rm(join(directory, name), { force: true });
    },
    end: () => all.forEach((one) => one.end()),
  };
}
