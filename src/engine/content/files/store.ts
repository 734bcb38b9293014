/**
 * Copies assets to our own files, so that pages need no other host. Each asset is fetched and encoded once.
 * File names derive from the content; a record beside them maps each asset to its files.
 */
import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import * as v from 'valibot';
import { digest, writeFile } from '../../disk/index.ts';
import { parseJson } from '../../schemas.ts';
import type { ContentfulAccount } from '../contentful/account.ts';
import { createPictureEncoder, filesSchema } from './encoder.ts';
import { createFetcher, largestFileBytes, TooLarge } from './fetch.ts';
import { findPicture, type FoundPicture } from './picture-type.ts';
import { seemsPicture, type Asset, type MediaStore, type Occasion } from './asset.ts';

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
/** Bytes from the start of a file that say what the file is. */
const headBytes = 65_536;
/** Of an SVG that says no size. */
const defaultSize = { width: 300, height: 150 };
/** The width to ask the content service for when the original is too large for us. */
const smallerWidth = '1200';

/** A file that could not be had is asked for after a minute, then ever more rarely, and daily. */
const shortestWaitMs = 60_000;
const longestWaitMs = 24 * 60 * 60_000;

const isPicture = v.boolean();
/** What became of an asset. The times, in epoch milliseconds, are those of the first and of the last attempt. */
const recordSchema = v.union([
  v.object({ isPicture, files: v.nullable(filesSchema), fault: v.string() }),
  v.object({ isPicture, refused: v.string(), since: v.number(), asked: v.number() }),
]);
type Kept = v.InferOutput<typeof recordSchema>;

class NoPicture extends Error {}

const isDownload = ({ contentType }: Asset) => Object.hasOwn(downloadTypes, contentType);
/** A large file that is no picture by its type stays where it is, and so do films. */
const isAskedFor = (asset: Asset) =>
  seemsPicture(asset) ||
  ((asset.size ?? 0) <= (isDownload(asset) ? largestDownloadBytes : largestFileBytes) &&
    !/^(?:video|audio)\//.test(asset.contentType));

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const toReason = (error: unknown) =>
  (error instanceof Error && error.message.split('\n')[0]) || 'unknown reason';

const toWords = (fileName: string) =>
  basename(fileName, extname(fileName))
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

/** @param directory for the files and records, kept between builds */
export function createMediaStore(
  directory: string,
  account: Pick<ContentfulAccount, 'host' | 'insecure'>,
): MediaStore {
  const fetchFile = createFetcher(account);
  const encode = createPictureEncoder();
  /** The assets that are being made, by the name of their record. */
  const running = new Map<string, Promise<Kept>>();

  /** Copies a file under a name made from its content. An existing file with that name is identical. */
  const copy = async (asset: Asset, path: string, picture: FoundPicture | null): Promise<Kept> => {
    const extension = picture?.extension ?? downloadTypes[asset.contentType] ?? '';
    const words = picture ? [] : toWords(asset.fileName);
    const original = await readFile(path);
    const name = `${[digest(original), ...words].join('-').slice(0, 80)}${extension}`;
    if (!(await isThere(join(directory, name)))) await writeFile(directory, name, original);
    const own = asset.width && asset.height ? asset : picture && defaultSize;
    const { width, height } = picture?.size ?? own ?? asset;
    const files = { src: `/media/${name}`, width, height, avif: '' };
    return { isPicture: picture !== null, files, fault: '' };
  };

  /** Reads the record of an asset; null without one, or when a file of it is missing. */
  const recall = async (record: string) => {
    const text = await readFile(join(directory, record), 'utf8').catch(() => '');
    const names = [...text.matchAll(/\/media\/([\w.-]+)/g)].map(([, name]) => name ?? '');
    const there = await Promise.all(names.map((name) => isThere(join(directory, name))));
    return there.every(Boolean) ? parseJson(recordSchema, text) : null;
  };

  /** Makes the files of an asset from what an address answers, which is kept at `path` meanwhile. */
  const makeFrom = async (asset: Asset, url: string, path: string): Promise<Kept> => {
    await fetchFile(url, path);
    const file = await open(path);
    const [{ size }, { buffer, bytesRead }] = await Promise.all([
      file.stat(),
      file.read(Buffer.alloc(headBytes)),
    ]).finally(() => file.close());
    if (size === 0) throw new Error('it is empty');
    const picture = findPicture(buffer.subarray(0, bytesRead));
    if (picture?.isCopied || (!picture && isDownload(asset))) return copy(asset, path, picture);
    if (!picture && seemsPicture(asset))
      throw new NoPicture('its file is none of the pictures that browsers show');
    if (!picture) return { isPicture: false, files: null, fault: '' };
    const isWhole = size === asset.size;
    const { files, fault, isTooLarge } = await encode({ original: path, directory, isWhole });
    if (files) return { isPicture: true, files, fault };
    throw new (isTooLarge ? TooLarge : Error)(fault);
  };

  const makeAnew = async (asset: Asset, record: string): Promise<Kept> => {
    const path = join(directory, `${record}.${randomUUID()}.tmp`);
    const smaller = new URL(asset.url);
    smaller.searchParams.set('w', smallerWidth);
    try {
      return await makeFrom(asset, asset.url, path).catch((error: unknown) => {
        if (!(error instanceof TooLarge)) throw error;
        return makeFrom(asset, smaller.href, path);
      });
    } finally {
      await rm(path, { force: true });
    }
  };

  const make = async (asset: Asset, record: string, { now, isNew }: Occasion): Promise<Kept> => {
    await mkdir(directory, { recursive: true });
    const known = await recall(record);
    const asked = now.getTime();
    let since = asked;
    if (known) {
      if (!('refused' in known)) return known;
      ({ since } = known);
      const wait = Math.min(Math.max(known.asked - since, shortestWaitMs), longestWaitMs);
      if (!isNew && Math.abs(asked - known.asked) < wait) return known;
    }
    const made = await makeAnew(asset, record).catch((error: unknown) => ({
      isPicture: seemsPicture(asset) && !(error instanceof NoPicture),
      ...{ refused: toReason(error), since, asked },
    }));
    await writeFile(directory, record, JSON.stringify(made));
    return made;
  };

  /** Makes the files of an asset once, also across builds, as long as they exist. */
  const makeOnce = (asset: Asset, occasion: Occasion): Promise<Kept> => {
    // Only the path: an embedded service has a new port every time.
    const { pathname } = new URL(asset.url);
    const record = `${digest([recipe, pathname, asset.size, asset.contentType].join(' '))}.made.json`;
    // Forget the task at its end, so that the next build tries a failed file again.
    const made =
      running.get(record) ?? make(asset, record, occasion).finally(() => running.delete(record));
    running.set(record, made);
    return made;
  };

  return {
    prepare: async (asset, occasion) => {
      if (!isAskedFor(asset)) return { isPicture: false, files: null };
      const made = await makeOnce(asset, occasion).catch((error: unknown) => {
        return { isPicture: seemsPicture(asset), refused: toReason(error) };
      });
      if ('refused' in made) {
        occasion.onProblem(`could not be had (${made.refused}); it stays at its own address`);
        return { isPicture: made.isPicture, files: null };
      }
      if (made.fault) occasion.onProblem(`is damaged (${made.fault}); what is left of it is shown`);
      return made;
    },
  };
}
