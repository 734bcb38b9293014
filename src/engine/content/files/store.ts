/**
 * Copies assets to our own files, so that pages need no other host. Each asset is fetched and encoded once.
 * File names derive from the content; a record beside them maps each asset to its files.
 */
import { access, mkdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { digest, writeFile } from '../../disk/index.ts';
import { parseJson } from '../../schemas.ts';
import type { ContentfulAccount } from '../contentful/account.ts';
import { createPictureEncoder, madeSchema, type Files, type Made } from './encoder.ts';
import { createFetcher } from './fetch.ts';
import { isPictureType, untouchedTypes, type Asset, type MediaStore } from './asset.ts';

/** Raise this when the same asset should produce different files. */
const recipe = '5';

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
const copiedTypes: Readonly<Record<string, string>> = { ...untouchedTypes, ...downloadTypes };

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const toReason = (error: unknown) =>
  error instanceof Error ? error.message.split('\n')[0] : 'unknown reason';

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
  const running = new Map<string, Promise<Files>>();

  /** Copies a file under a name made from its content. An existing file with that name is identical. */
  const copy = async (asset: Asset, original: Buffer, extension: string): Promise<Files> => {
    const words = isPictureType(asset.contentType) ? [] : toWords(asset.fileName);
    const name = `${[digest(original), ...words].join('-').slice(0, 80)}${extension}`;
    if (!(await isThere(join(directory, name)))) await writeFile(directory, name, original);
    const { width, height } = asset;
    return { src: `/media/${name}`, width, height, avif: '' };
  };

  /** Reads the record of an asset; null without one, or when a file of it is missing. */
  const recall = async (record: string) => {
    const text = await readFile(join(directory, record), 'utf8').catch(() => '');
    const names = [...text.matchAll(/\/media\/([\w.-]+)/g)].map(([, name]) => name ?? '');
    const there = await Promise.all(names.map((name) => isThere(join(directory, name))));
    return there.every(Boolean) ? parseJson(madeSchema, text) : null;
  };

  const makeAnew = async (asset: Asset, record: string): Promise<Made> => {
    const original = await fetchFile(asset.url);
    if (original.length === 0) throw new Error('it is empty');
    const extension = copiedTypes[asset.contentType];
    const made = extension
      ? await copy(asset, original, extension)
      : await encode({ original, directory });
    // A refusal too: a replaced file gets a new address, so the same address would be refused again.
    await writeFile(directory, record, JSON.stringify(made));
    return made;
  };

  const make = async (asset: Asset, record: string): Promise<Files> => {
    await mkdir(directory, { recursive: true });
    const made = (await recall(record)) ?? (await makeAnew(asset, record));
    if ('refused' in made) throw new Error(made.refused);
    return made;
  };

  /** Makes the files of an asset once, also across builds, as long as they exist. */
  const makeOnce = (asset: Asset): Promise<Files> => {
    // Only the path: an embedded service has a new port every time.
    const { pathname } = new URL(asset.url);
    const record = `${digest([recipe, pathname, asset.size, asset.contentType].join(' '))}.made.json`;
    // Forget the task at its end, so that the next build tries a failed file again.
    const made = running.get(record) ?? make(asset, record).finally(() => running.delete(record));
    running.set(record, made);
    return made;
  };

  return {
    prepare: async (asset, onProblem) => {
      const isCopied =
        Object.hasOwn(downloadTypes, asset.contentType) &&
        (asset.size ?? 0) <= largestDownloadBytes;
      if (!isCopied && !isPictureType(asset.contentType)) return null;
      try {
        return await makeOnce(asset);
      } catch (error) {
        onProblem(`could not be had (${toReason(error)}); it stays at its own address`);
        return null;
      }
    },
  };
}
