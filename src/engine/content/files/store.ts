/** Copies each asset once to files named by their content, so that pages need no other host. A record maps it to them. */
import type { ContentfulAccount } from '../../config.ts';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import * as v from 'valibot';
import { digest, writeFile } from '../../disk/index.ts';
import { parseJson } from '../../base/schemas.ts';
import { createPictureEncoder, madeSchema, tooManyPixels, type Made } from './encoder.ts';
import { createFetcher, largestFileBytes, TooLarge } from './fetch.ts';
import { listMedia, seemsPicture, type Asset, type MediaStore } from './asset.ts';

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
