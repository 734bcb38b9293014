/** Finds the files that a server sends from the disk: what browsers load of the code, and pictures. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getSnapshotDirectory, type Config } from '../../config.ts';
import { isMediaNamed } from '../../content/index.ts';
import { goneEnding, listFiles } from '../../disk/index.ts';
import type { FileKind } from '../../headers/index.ts';
import type { Log } from '../../log.ts';
import { getMediaType } from '../../media-type.ts';
import { createShareImages, type Rendering } from '../../render/index.ts';
import { shareImages } from '../../site.ts';

/** A file on the disk. */
export interface ServedFile extends FileKind {
  path: string;
  /** The encodings in which the file is beside itself, by their endings. */
  encodings: readonly Encoding[];
}

/** The endings of compressed files beside a text of the code (render/bundle.ts), the best first. */
export const endings = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof endings;

// Files for a host (`_headers`) and hidden files are never served.
const unserved = /^\/_(?!astro\/)|\/\.(?!well-known\/)/;

/** Describes a file on the disk by its address. */
const describe = (
  address: string,
  path: string,
  encodings: readonly Encoding[] = [],
): ServedFile => ({ address, path, type: getMediaType(address), encodings });

/** Lists the files of a folder by their addresses: no address leads out of the folder. */
export async function listServed(directory: string): Promise<Map<string, ServedFile>> {
  const names = new Map(await listFiles(directory));
  const files = new Map<string, ServedFile>();
  for (const [name, path] of names) {
    const address = `/${name}`;
    const isEncoding = Object.values(endings).some(
      (ending) => name.endsWith(ending) && names.has(name.slice(0, -ending.length)),
    );
    if (isEncoding || unserved.test(address)) continue;
    const encodings = (['br', 'gzip'] as const).filter((one) => names.has(name + endings[one]));
    files.set(address, describe(address, path, encodings));
  }
  return files;
}

/** Matches the served files of `/media/`: neither records (`.json`) nor unfinished files (`.tmp`). */
const mediaFile = /^\/media\/([\w-]+\.(?!json|tmp)\w+)$/;

export type Media = ReturnType<typeof openMedia>;

/** Opens `DATA_DIR/media`, which gets files while the site is served. */
export function openMedia(
  config: Pick<Config, 'dataDirectory' | 'contentful'>,
  onMissing: () => void,
) {
  const directory = join(config.dataDirectory, 'media');
  const isNamed = (name: string) => {
    try {
      return isMediaNamed(getSnapshotDirectory(config), name);
    } catch {
      return true; // the snapshot is damaged, too
    }
  };
  /** Files that were told of as missing, until they are there again. */
  const missing = new Set<string>();
  /** @returns null for an unknown address */
  return (address: string): { file: ServedFile } | 'gone' | null => {
    const name = mediaFile.exec(address)?.[1];
    if (name === undefined) return null;
    const path = join(directory, name);
    if (existsSync(path)) {
      missing.delete(name);
      return { file: describe(address, path) };
    }
    if (existsSync(path + goneEnding)) return 'gone';
    if (!missing.has(name) && isNamed(name)) {
      missing.add(name);
      onMissing();
    }
    return null;
  };
}

/** Matches the addresses of share images. */
const shareImage = /^\/share\/[\w-]+\.\w+$/;

/** Opens `DATA_DIR/share`, where an image is drawn when it is asked for first; null for a site without. */
export function openShareImages(
  config: Pick<Config, 'dataDirectory'>,
  findCard: (address: string) => ReturnType<Rendering['findCard']>,
  log: Log,
) {
  if (!shareImages) return null;
  const { get, removeOthers, end } = createShareImages(shareImages, config, {
    onFailure: (address, error) => log({ event: 'image.failed', image: address, error }),
  });
  return {
    /** @returns null for an address that no page names */
    find: async (address: string): Promise<ServedFile | null> => {
      const found = shareImage.test(address) ? await findCard(address) : null;
      if (!found) return null;
      const path = await get(found.card, address);
      // Another image stands in for one that cannot be drawn.
      return { ...describe(path, path), address };
    },
    /** Removes the images that no page names any more. */
    removeOthers: () => removeOthers(async (address) => (await findCard(address)) !== null),
    end,
  };
}
