/**
 * `DATA_DIR/media`: copies each asset once to files named by their content, so that pages need no other host. A record
 * maps it to them. Below, what becomes of files that are damaged or taken back.
 */
import { randomUUID } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { pictureSchema } from '../../declare/collections.ts';
import { createProcess } from '../../processes/index.ts';
import { isAssetAddress, type ContentfulAccount } from '../../account.ts';
import {
  damagedEnding,
  describeDiskError,
  digest,
  goneEnding,
  hasDigest,
  writeFile,
} from '../../disk/index.ts';
import { parseJson } from '../../base/schemas.ts';
import { seemsPicture, type Asset, type MediaStore } from './asset.ts';

const filesSchema = v.omit(pictureSchema, ['alt']);
/** The files of a picture: paths on the site, and sizes in pixels. */
export type Files = v.InferOutput<typeof filesSchema>;

/** What became of an asset, or of its file. */
export const madeSchema = v.object({
  isPicture: v.boolean(),
  /** Null for what stays at the asset's own address. */
  files: v.nullable(filesSchema),
  /** What is wrong with the file; '' for nothing. */
  fault: v.string(),
});
export type Made = v.InferOutput<typeof madeSchema>;

/** The fault of a picture of which a smaller one can be shown. */
export const tooManyPixels = 'it has too many pixels';

export interface EncodeJob {
  /** Path of the original. */
  original: string;
  /** Folder of the files to make. */
  directory: string;
  /** Whether all bytes of the upload are there. */
  isWhole: boolean;
}

/** Encodes pictures, one after the other, in a process of its own: one may need too much time or memory. */
const processFile = fileURLToPath(new URL('encoder-process.ts', import.meta.url));
/** Time for one picture. The limits of the image library usually end its work earlier. */
const pictureLimitMs = 120_000;
/** Time without a picture after which the process ends: an idle one holds 200 MB. */
const idleMs = 1000;

/**
 * @param dataDirectory `DATA_DIR`
 * @returns encodes one picture; rejects with the reason, as a clause
 */
function createPictureEncoder(dataDirectory: string): (job: EncodeJob) => Promise<Made> {
  const oneByOne = pLimit(1);
  const { ask } = createProcess(processFile, { dataDirectory, idleMs });
  return (job) =>
    oneByOne(() => ask<Made>(job, pictureLimitMs)).catch(() => {
      throw new Error('it could not be encoded');
    });
}

/** A photo of 200 megapixels has about 45 MB. */
const largestFileBytes = 64_000_000;
const fetchTimeoutMs = 10_000;
/** After so many failures in a row nothing is fetched during a pause. */
const mostFailures = 3;
const pauseMs = 60_000;

/** The host could not be reached, or was too slow. */
class NoAnswer extends Error {}
class TooLarge extends Error {}

/** Writes a body to the disk: in memory several would be hundreds of megabytes. */
async function saveBody({ body }: Response, path: string): Promise<number> {
  let size = 0;
  async function* readBounded() {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > largestFileBytes) throw new TooLarge('it is over 64 MB');
      yield chunk;
    }
  }
  await pipeline(readBounded, createWriteStream(path));
  return size;
}

async function fetchOnce(url: string, path: string): Promise<number> {
  const signal = AbortSignal.timeout(fetchTimeoutMs);
  const response = await fetch(url, { signal, redirect: 'manual' }).catch(() => {
    throw new NoAnswer('its host does not answer');
  });
  if (response.status >= 300 && response.status < 400)
    throw new Error('its host sends to another address');
  if (!response.ok) throw new Error(`its host answered with status ${response.status}`);
  const size = await saveBody(response, path).catch((error: unknown) => {
    const isOurs = error instanceof TooLarge || describeDiskError(error) !== null;
    throw isOurs ? error : new NoAnswer('its host did not send all of it');
  });
  if (size === 0) throw new Error('it is empty');
  return size;
}

/** Fetches files, only from the content service's own hosts. @returns writes a file to a path, and resolves to its bytes; the message of its errors is a clause */
function createFetcher(account: Pick<ContentfulAccount, 'host' | 'insecure'>) {
  let failures = 0;
  let lastFailure = 0;

  return async (url: string, path: string): Promise<number> => {
    if (new URL(url).host.endsWith('.secure.ctfassets.net')) throw new Error('it is embargoed');
    if (!isAssetAddress(url, account)) throw new Error('its host is not the content service');
    if (failures >= mostFailures && performance.now() - lastFailure < pauseMs)
      throw new NoAnswer('its host does not answer');
    try {
      const size = await fetchOnce(url, path);
      failures = 0;
      return size;
    } catch (error) {
      if (error instanceof NoAnswer) {
        failures += 1;
        lastFailure = performance.now();
      }
      throw error;
    }
  };
}

/** Raise this when the same asset should produce different files. */
const recipe = '6';

/** A copied download has at most this many bytes. Links to larger files lead to the content service. */
const largestDownloadBytes = 20_000_000;

/** Types that cannot run code when opened from our own address, with their extensions. */
const downloadTypes: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'text/csv': '.csv',
  'text/plain': '.txt',
};
/** The width to ask the content service for when the original is too large for us. */
const smallerWidth = '1200';

/** After this time a file that could not be fetched is asked for again. */
const waitMs = 60 * 60_000;

/** `asked`: the time of the attempt, in epoch milliseconds. */
const recordSchema = v.object({ ...madeSchema.entries, asked: v.number() });

const isDownload = ({ contentType }: Asset) => Object.hasOwn(downloadTypes, contentType);
/** Large files that are no pictures by their type stay where they are, and so do films. */
const isAskedFor = (asset: Asset) =>
  seemsPicture(asset) ||
  ((asset.size ?? 0) <= (isDownload(asset) ? largestDownloadBytes : largestFileBytes) &&
    !/^(?:video|audio)\//.test(asset.contentType));

const toFailed =
  (asset: Asset) =>
  (error: unknown): Made => {
    const fault = (error instanceof Error && error.message.split('\n')[0]) || 'unknown reason';
    return { isPicture: seemsPicture(asset), files: null, fault };
  };

const toWords = (fileName: string) =>
  basename(fileName, extname(fileName))
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

/**
 * Creates the store of one pull: a file that is there stays there so long.
 * @param directory `DATA_DIR/media`, for the files and records, kept between builds
 */
export function createMediaStore(
  directory: string,
  account: Pick<ContentfulAccount, 'host' | 'insecure'>,
): MediaStore {
  const fetchFile = createFetcher(account);
  const encode = createPictureEncoder(join(directory, '..'));
  /** What is made of each asset, by the name of its record: thousands of entries may show one picture. */
  const made = new Map<string, Promise<Made>>();

  /** Copies a file under a name made from its content. An existing file with that name is identical. */
  const copyOriginal = async (
    { fileName, contentType }: Asset,
    original: Buffer,
  ): Promise<Made> => {
    const words = [digest(original), ...toWords(fileName)].join('-').slice(0, 80);
    const name = `${words}${downloadTypes[contentType] ?? ''}`;
    await writeFile(directory, name, original);
    const files = { src: `/media/${name}`, width: null, height: null, avif: '' };
    return { isPicture: false, files, fault: '' };
  };

  /** Reads the record of an asset; null without one, or when a file of it is missing. */
  const recallAsset = async (record: string) => {
    const text = await readFile(join(directory, record), 'utf8').catch(() => '');
    const hasFiles = [...listMedia(text)].every((name) => existsSync(join(directory, name)));
    return hasFiles ? parseJson(recordSchema, text) : null;
  };

  /** Makes the files of an asset from what an address answers, which is kept as `original` meanwhile. */
  const makeFrom = async (asset: Asset, url: string, original: string): Promise<Made> => {
    const { size } = asset;
    let bytes = await fetchFile(url, original);
    // A file may come cut without an error. One that is as short again has another size than its asset says.
    if (url === asset.url && size !== null && bytes < size) {
      const before = bytes;
      bytes = await fetchFile(url, original);
      if (bytes < size && bytes !== before) throw new Error('its host did not send all of it');
    }
    const isWhole = bytes === size;
    const made = await encode({ original, directory, isWhole });
    if (made.fault === tooManyPixels) throw new TooLarge(made.fault);
    if (made.isPicture || seemsPicture(asset)) return made;
    if (isDownload(asset)) return copyOriginal(asset, await readFile(original));
    return { ...made, fault: '' };
  };

  const makeAnew = async (asset: Asset, record: string): Promise<Made> => {
    const original = join(directory, `${record}.${randomUUID()}.tmp`);
    const smaller = new URL(asset.url);
    smaller.searchParams.set('w', smallerWidth);
    try {
      return await makeFrom(asset, asset.url, original).catch((error: unknown) => {
        if (!(error instanceof TooLarge)) throw error;
        return makeFrom(asset, smaller.href, original);
      });
    } finally {
      await rm(original, { force: true });
    }
  };

  const makeAsset = async (
    asset: Asset,
    record: string,
    now: Date,
    isNew: boolean,
  ): Promise<Made> => {
    await mkdir(directory, { recursive: true });
    const known = await recallAsset(record);
    const asked = now.getTime();
    const isEarly = !isNew && known && Math.abs(asked - known.asked) < waitMs;
    if (known && (known.files || !known.fault || isEarly)) return known;
    const made = await makeAnew(asset, record).catch(toFailed(asset));
    await writeFile(directory, record, JSON.stringify({ ...made, asked }));
    return made;
  };

  return {
    /** Makes the files of an asset once, also across builds, as long as they exist. */
    prepare: async (asset, now, isNew) => {
      if (!isAskedFor(asset)) return { isPicture: false, files: null, fault: '' };
      // Only the path: an embedded service has a new port every time.
      const { pathname } = new URL(asset.url);
      const record = `${digest([recipe, pathname, asset.size, asset.contentType].join(' '))}.made.json`;
      const known = made.get(record) ?? makeAsset(asset, record, now, isNew).catch(toFailed(asset));
      made.set(record, known);
      const result = await known;
      // The file may be had for another entry, which asks again because it changed.
      if (result.fault) made.delete(record);
      return result;
    },
  };
}

/** Lists the names of our own files in a text. An editor's own link may be among them. */
export const listMedia = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/\/media\/([\w-]+\.\w+)/g), ([, name = '']) => name));

/** Reads a file; null for a missing one, and 'unreadable' for one that cannot be read now. */
function readOrNull(path: string): Buffer | 'unreadable' | null {
  try {
    return readFileSync(path);
  } catch {
    return existsSync(path) ? 'unreadable' : null;
  }
}

/** Lists the files that a record names. */
const listNamed = (directory: string, record: string) => [
  ...listMedia(String(readOrNull(join(directory, record)))),
];

/**
 * Sets damaged pictures and downloads aside. What cannot be read now may be sound, and stays.
 * @param directory `DATA_DIR/media`
 * @returns whether a file is missing that a record names: it is made again when its entry is composed
 */
export function setDamagedMediaAside(directory: string): boolean {
  const isSound = (name: string) => {
    const path = join(directory, name);
    const content = readOrNull(path);
    // Names begin with the digest of the content.
    if (content === 'unreadable' || content === null) return content !== null;
    if (hasDigest(content, /^[^-.]*/.exec(name)?.[0] ?? '')) return true;
    renameSync(path, path + damagedEnding);
    return false;
  };
  const isDamaged = (record: string) => listNamed(directory, record).map(isSound).includes(false);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith('.json')).filter(isDamaged).length > 0;
}

/** Pages that are open keep their pictures nearly for a day; within the day all are removed. */
const keptMs = 23 * 60 * 60 * 1000;

/**
 * Removes pictures and downloads that the content has not named for a day. An empty file beside each, which stays,
 * says since when: its address is gone, and not unknown.
 * @param directory `DATA_DIR/media`
 * @returns when the next one is to be removed, in epoch milliseconds; Infinity for none
 */
export function removeUnnamedMedia(
  directory: string,
  named: ReadonlySet<string>,
  now: number,
): number {
  const there = new Set(existsSync(directory) ? readdirSync(directory) : []);
  const removeFile = (name: string) => rmSync(join(directory, name), { force: true });
  const removed = new Set<string>();
  let next = Infinity;
  for (const name of there) {
    // Only our own: names that begin with a digest.
    const [, base, ending] =
      /^([\da-f]{20}[-.].*?)(?:\.(json|tmp|gone|damaged))?$/.exec(name) ?? [];
    if (base === undefined) continue;
    const isNamed = named.has(base);
    if (ending === 'gone' && isNamed) removeFile(name);
    // What was damaged has a successor, or needs none.
    if (ending === 'damaged' && (there.has(base) || !isNamed)) removeFile(name);
    if (ending !== undefined || isNamed) continue;
    const mark = join(directory, base + goneEnding);
    if (!there.has(base + goneEnding)) writeFileSync(mark, '');
    const end = Math.min(statSync(mark).mtimeMs, now) + keptMs;
    if (end > now) next = Math.min(next, end);
    else {
      removed.add(name);
      removeFile(name);
    }
  }
  if (removed.size === 0) return next;
  // A record of what is not there would be taken for damage.
  for (const record of there) {
    if (!record.endsWith('.made.json')) continue;
    if (listNamed(directory, record).some((name) => removed.has(name))) removeFile(record);
  }
  return next;
}
