/**
 * Copies assets to our own files, so that pages need no other host. Each asset is fetched and encoded once.
 * File names derive from the content; a record beside them maps each asset to its files.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import * as v from 'valibot';
import { toRemotePicture, untouchedTypes } from './remote.ts';
import { parseJson } from '../../../schemas.ts';
import { writeFile } from '../../../disk/index.ts';
import type { ContentfulAccount } from '../../contentful/account.ts';
import { createFetcher } from './fetch.ts';
import type { AssetFile, Files, MediaStore } from './types.ts';
import { isOfType } from './file-type.ts';
import { createPictureEncoder, PictureRefused } from './picture-encoder.ts';

/** Raise this when the same asset should produce different files. */
const recipe = '3';

/** The most bytes of a copied download. Links to larger files lead to the content service. */
const largestDownload = 20_000_000;

/** Types that cannot run code when opened from our own address, with their extensions. */
const downloadTypes: Record<string, string> = {
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'text/csv': '.csv',
  'text/plain': '.txt',
};

const filesSchema = v.object({
  src: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  sources: v.array(v.object({ type: v.string(), srcset: v.string() })),
  srcset: v.string(),
}) satisfies v.GenericSchema<unknown, Files>;
const refusalSchema = v.object({ refused: v.string() });

const hash = (...data: readonly (string | Buffer)[]) =>
  data
    .reduce((sum, part) => sum.update(part), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

const toReason = (error: unknown) =>
  error instanceof Error ? error.message.split('\n')[0] : 'unknown reason';

interface MediaStoreOptions {
  /** Folder for the files and records, kept between builds. */
  directory: string;
  /** The account whose assets are fetched. */
  account: Pick<ContentfulAccount, 'host' | 'insecure'>;
}

/** Fetches the file of an asset. @throws {PictureRefused} when the bytes do not match the declared type */
function createAssetFetcher(account: MediaStoreOptions['account']) {
  const fetchFile = createFetcher(account);
  return async ({ url, contentType }: AssetFile): Promise<Buffer> => {
    const original = await fetchFile(url);
    if (isOfType(original, contentType)) return original;
    throw new PictureRefused(`it is no ${contentType}`);
  };
}

/** Runs a task for an asset only once, also across builds, as long as the resulting files exist. */
function createMemory<T>(directory: string, schema: v.GenericSchema<unknown, T>) {
  const running = new Map<string, Promise<T>>();

  async function recall(name: string): Promise<T | null> {
    const text = await readFile(join(directory, name), 'utf8').catch(() => '');
    const refusal = parseJson(refusalSchema, text);
    if (refusal) throw new PictureRefused(refusal.refused);
    const made = parseJson(schema, text);
    const names = [...text.matchAll(/\/media\/([\w.-]+)/g)].map(([, file]) => file ?? '');
    const there = await Promise.all(names.map((file) => isThere(join(directory, file))));
    return there.every(Boolean) ? made : null;
  }

  async function remember(name: string, make: () => Promise<T>): Promise<T> {
    await mkdir(directory, { recursive: true });
    const recalled = await recall(name);
    if (recalled !== null) return recalled;
    const keep = (value: unknown) => writeFile(directory, name, JSON.stringify(value));
    try {
      const made = await make();
      await keep(made);
      return made;
    } catch (error) {
      // A replaced file gets a new address, so the same address would be refused again.
      if (error instanceof PictureRefused) await keep({ refused: error.message });
      throw error;
    }
  }

  return (file: AssetFile, make: () => Promise<T>): Promise<T> => {
    // Only the path: an embedded service has a new port every time.
    const { pathname } = new URL(file.url);
    const name = `${hash(recipe, pathname, String(file.size), file.contentType)}.made.json`;
    // Forget the task at its end, so that the next build tries a failed file again.
    const made = running.get(name) ?? remember(name, make).finally(() => running.delete(name));
    running.set(name, made);
    return made;
  };
}

export function createMediaStore({ directory, account }: MediaStoreOptions): MediaStore {
  const fetchFile = createAssetFetcher(account);
  const encode = createPictureEncoder();
  const rememberPicture = createMemory<Files>(directory, filesSchema);
  const rememberDownload = createMemory<string>(directory, v.string());

  /** Stores a file under a name made from its content. An existing file with that name is identical. */
  const keep = async (name: string, content: Buffer): Promise<string> => {
    if (!(await isThere(join(directory, name)))) await writeFile(directory, name, content);
    return `/media/${name}`;
  };

  const makePicture = async (file: AssetFile): Promise<Files> => {
    const original = await fetchFile(file);
    const extension = untouchedTypes[file.contentType];
    if (!extension) return encode({ original, directory, name: hash(recipe, original) });
    const src = await keep(`${hash(original)}${extension}`, original);
    return { src, width: file.width, height: file.height, sources: [], srcset: '' };
  };

  const makeDownload = async (file: AssetFile, extension: string): Promise<string> => {
    const original = await fetchFile(file);
    const words = basename(file.fileName, extname(file.fileName))
      .toLowerCase()
      .match(/[a-z0-9]+/g);
    const name = [hash(original), ...(words ?? [])].join('-').slice(0, 80);
    return keep(`${name}${extension}`, original);
  };

  return {
    preparePicture: async (file, alt, onProblem) => {
      try {
        return { ...(await rememberPicture(file, () => makePicture(file))), alt };
      } catch (error) {
        onProblem(`could not be had (${toReason(error)}); the page shows it from its own address`);
        return toRemotePicture(file, alt);
      }
    },
    prepareDownload: async (file, onProblem) => {
      const extension = downloadTypes[file.contentType];
      if (!extension || (file.size ?? 0) > largestDownload) return file.url;
      try {
        return await rememberDownload(file, () => makeDownload(file, extension));
      } catch (error) {
        onProblem(`could not be had (${toReason(error)}); the page links to its own address`);
        return file.url;
      }
    },
  };
}
