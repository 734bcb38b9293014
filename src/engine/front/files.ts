/** Finds the files that a server sends from the disk: what browsers load of the code, and pictures. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config.ts';
import { goneEnding, listFiles } from '../disk/index.ts';
import { describeFile, type FileKind, getMediaType } from '../headers/index.ts';
import type { Log } from '../base/log.ts';
import { createShareImages, type ListedCard } from '../origin/index.ts';
import { shareImages } from '../site.ts';

/** A file on the disk. */
export interface ServedFile extends FileKind {
  path: string;
  /** Of a page that was made with the code. */
  policy?: string;
  /** The encodings in which the file is beside itself, by their endings. */
  encodings: readonly Encoding[];
}

/** The endings of compressed files beside a text of the code (origin/bundle.ts), the best first. */
export const endings = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof endings;

// Files for a host (`_headers`) and hidden files are never served.
const unserved = /^\/_(?!astro\/)|\/\.(?!well-known\/)/;

/** Describes a file on the disk by its address. */
const describeServed = (
  address: string,
  path: string,
  encodings: readonly Encoding[] = [],
): ServedFile => ({ address, path, type: getMediaType(address), encodings });

/** Lists the files of a folder by their addresses: no address leads out of the folder. */
async function listServed(directory: string): Promise<Map<string, ServedFile>> {
  const names = new Map(await listFiles(directory));
  const files = new Map<string, ServedFile>();
  for (const [name, path] of names) {
    const address = `/${name}`;
    const isEncoding = Object.values(endings).some(
      (ending) => name.endsWith(ending) && names.has(name.slice(0, -ending.length)),
    );
    if (isEncoding || unserved.test(address)) continue;
    const encodings = (['br', 'gzip'] as const).filter((one) => names.has(name + endings[one]));
    files.set(address, describeServed(address, path, encodings));
  }
  return files;
}

const headersSchema = v.array(
  v.object({
    pathname: v.string(),
    headers: v.array(v.object({ key: v.string(), value: v.string() })),
  }),
);

/** Reads the policies of the pages that were made with the code, which Astro's adapter keeps beside them. */
async function readPolicies(clientDirectory: string): Promise<Map<string, string>> {
  const text = await readFile(join(clientDirectory, '..', '_headers.json'), 'utf8').catch(
    () => '[]',
  );
  const pages = v.parse(headersSchema, JSON.parse(text));
  return new Map(pages.map(({ pathname, headers }) => [pathname, headers[0]?.value ?? '']));
}

/** Opens the files of the code that is shown, over the scripts and styles of the code before, for pages that are open. */
export async function openCodeFiles(clients: readonly string[]) {
  const isHashed = ([address]: readonly [string, ServedFile]) => address.startsWith('/_astro/');
  let files = new Map<string, ServedFile>();
  const addFiles = async (clientDirectory: string) => {
    const policies = await readPolicies(clientDirectory);
    const listed = Array.from(await listServed(clientDirectory), ([, file]) => {
      const { address } = describeFile(file.address.slice(1));
      const policy = policies.get(address);
      return [address, { ...file, address, ...(policy && { policy }) }] as const;
    });
    files = new Map([...[...files].filter(isHashed), ...listed]);
  };
  for (const directory of clients) await addFiles(directory);
  return { add: addFiles, get: (address: string) => files.get(address) };
}

export type CodeFiles = Awaited<ReturnType<typeof openCodeFiles>>;

/** Matches the served files of `/media/`: neither records (`.json`) nor unfinished files (`.tmp`). */
const mediaFile = /^\/media\/([\w-]+\.(?!json|tmp)\w+)$/;

export type Media = ReturnType<typeof openMedia>;

/** Opens `DATA_DIR/media`, which gets files while the site is served. */
export function openMedia({ dataDirectory }: Pick<Config, 'dataDirectory'>) {
  const directory = join(dataDirectory, 'media');
  /** @returns null for an unknown address */
  return (address: string): ServedFile | 'gone' | null => {
    const name = mediaFile.exec(address)?.[1];
    if (name === undefined) return null;
    const path = join(directory, name);
    if (existsSync(path)) return describeServed(address, path);
    return existsSync(path + goneEnding) ? 'gone' : null;
  };
}

/** Matches the addresses of share images. */
const shareImage = /^\/share\/[\w-]+\.\w+$/;

/** Opens `DATA_DIR/share`, where an image is drawn when it is asked for first; null for a site without. */
export function openShareImages(
  config: Pick<Config, 'dataDirectory'>,
  findCard: (address: string) => Promise<ListedCard | null>,
  log: Log,
) {
  if (!shareImages) return null;
  const { get, removeOthers, end } = createShareImages(shareImages, config, {
    onFailure: (address, error) => log({ event: 'image.failed', image: address, error }),
  });
  return {
    /** @returns null for an address that no page names */
    find: async (address: string): Promise<ServedFile | null> => {
      if (!shareImage.test(address)) return null;
      // One that is drawn waits for no page.
      const drawn = join(config.dataDirectory, 'share', basename(address));
      if (existsSync(drawn)) return describeServed(address, drawn);
      const found = await findCard(address);
      if (!found) return null;
      const path = await get(found.card, address);
      // Another image stands in for one that cannot be drawn: nobody may keep it under this address.
      const isOwn = basename(path) === basename(address);
      return { ...describeServed(path, path), address: isOwn ? address : '' };
    },
    /** Removes the images that no page names any more. */
    removeOthers: () => removeOthers(async (address) => (await findCard(address)) !== null),
    end,
  };
}
