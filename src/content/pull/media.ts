/**
 * Assets → our own files, so that pages ask no other host for anything. Each asset is fetched and
 * encoded once: files are named by their content, and what was made is remembered by address.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { Sharp } from 'sharp';
import type { Picture } from '../snapshot/records.ts';
import { toRemotePicture, untouchedTypes } from './remote-media.ts';
import { parseJson } from '../../rules/schemas.ts';
import { writeWhole } from '../../disk/write-file.ts';
import type { AssetFile, MediaStore } from './media-store.ts';
import { createDirectorySync } from '../../disk/sync-directory.ts';

type Format = 'avif' | 'webp' | 'jpeg' | 'png';
const filesSchema = v.object({
  src: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  sources: v.array(v.object({ type: v.string(), srcset: v.string() })),
  srcset: v.string(),
}) satisfies v.GenericSchema<unknown, Omit<Picture, 'alt'>>;
type Files = v.InferOutput<typeof filesSchema>;

const widths = [480, 800, 1200, 1600];
/** Of the original's format, for what understands neither AVIF nor WebP. */
const originalWidths = [800, 1600];
const largestFile = 25_000_000; // bytes
const mostPixels = 100_000_000;
const fetchTimeout = 10_000; // milliseconds
/** Changes when the files made from an asset would differ. */
const recipe = '3';

const encoders: Record<Format, (image: Sharp) => Sharp> = {
  // More effort makes files of art 15 % smaller and takes twice the time.
  avif: (image) => image.avif({ quality: 52, effort: 1 }),
  webp: (image) => image.webp({ quality: 76, effort: 3 }),
  jpeg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
  png: (image) => image.png({ palette: true, quality: 90 }),
};
const extensions: Record<Format, string> = { avif: 'avif', webp: 'webp', jpeg: 'jpg', png: 'png' };

/** Types that cannot run anything when they are opened from our own address. */
const downloadTypes: Record<string, string> = {
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'text/csv': '.csv',
  'text/plain': '.txt',
};

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

async function readBody({ body, headers }: Response): Promise<Buffer> {
  const tooLarge = () => new Error('it is over 25 MB');
  if (Number(headers.get('content-length')) > largestFile) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > largestFile) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The host was not reached, or did not finish in time. */
class NoAnswer extends Error {}

async function fetchOnce(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeout) }).catch(() => {
    throw new NoAnswer('its host does not answer');
  });
  if (!response.ok) throw new Error(`its host answered with status ${response.status}`);
  return readBody(response).catch((error: unknown) => {
    throw error instanceof Error && error.message.startsWith('it is')
      ? error
      : new NoAnswer('its host did not send all of it');
  });
}

/** Fetches files, a second time if need be; a host that never answers is left alone for a while. */
function createFetcher() {
  const patience = 3;
  const pause = 60_000; // milliseconds
  const silent = new Map<string, { times: number; last: number }>();

  return async (url: string): Promise<Buffer> => {
    const { host } = new URL(url);
    for (let attempt = 1; ; attempt++) {
      const { times, last } = silent.get(host) ?? { times: 0, last: 0 };
      if (times >= patience && Date.now() - last < pause)
        throw new NoAnswer('its host does not answer');
      try {
        const file = await fetchOnce(url);
        silent.delete(host);
        return file;
      } catch (error) {
        if (error instanceof NoAnswer) silent.set(host, { times: times + 1, last: Date.now() });
        if (attempt === 2) throw error;
        await wait(300);
      }
    }
  };
}

/** @param directory where the files and the memory of them live, kept from build to build */
export function createMediaStore({ directory }: { directory: string }): MediaStore {
  const fetchFile = createFetcher();
  const syncFiles = createDirectorySync(directory);

  /** Keeps a file under a name that says its content, so one that is there already is the same. */
  const keep = async (name: string, make: () => Promise<Buffer> | Buffer): Promise<string> => {
    if (!(await isThere(join(directory, name)))) await writeWhole(directory, name, await make());
    return `/media/${name}`;
  };

  const keepUntouched = async (
    original: Buffer,
    extension: string,
    { width, height }: AssetFile,
  ): Promise<Files> => ({
    src: await keep(`${hash(original)}${extension}`, () => original),
    width,
    height,
    sources: [],
    srcset: '',
  });

  const makePicture = async (file: AssetFile): Promise<Files> => {
    const original = await fetchFile(file.url);
    const untouched = untouchedTypes[file.contentType];
    if (untouched) return keepUntouched(original, untouched, file);

    // Only now: most publishes make no picture, and loading the library takes them long.
    const { default: sharp } = await import('sharp');
    const open = () => sharp(original, { limitInputPixels: mostPixels }).autoOrient();
    const { format, pages = 1, hasAlpha, autoOrient } = await open().metadata();
    if (pages > 1) return keepUntouched(original, `.${format}`, file); // animated

    const fullWidth = autoOrient.width;
    const largest = Math.min(fullWidth, widths.at(-1) ?? fullWidth);
    const name = hash(recipe, original);
    /** `srcset` of one format, none wider than the original. */
    const makeSet = async (to: Format, wanted: readonly number[]) => {
      const files: { path: string; width: number }[] = [];
      for (const width of new Set([...wanted.filter((one) => one < largest), largest])) {
        const path = await keep(`${name}-${width}.${extensions[to]}`, () =>
          encoders[to](open().resize({ width })).toBuffer(),
        );
        files.push({ path, width });
      }
      return files;
    };
    const toSrcset = (files: readonly { path: string; width: number }[]) =>
      files.map(({ path, width }) => `${path} ${width}w`).join(', ');

    const originals = await makeSet(format === 'png' || hasAlpha ? 'png' : 'jpeg', originalWidths);
    return {
      src: originals.at(-1)?.path ?? file.url,
      width: largest,
      height: Math.round((largest * autoOrient.height) / fullWidth),
      sources: [
        { type: 'image/avif', srcset: toSrcset(await makeSet('avif', widths)) },
        { type: 'image/webp', srcset: toSrcset(await makeSet('webp', widths)) },
      ],
      srcset: originals.length > 1 ? toSrcset(originals) : '',
    };
  };

  const makeDownload = async (file: AssetFile, extension: string): Promise<string> => {
    const original = await fetchFile(file.url);
    const words = basename(file.fileName, extname(file.fileName))
      .toLowerCase()
      .match(/[a-z0-9]+/g);
    const name = [hash(original), ...(words ?? [])].join('-').slice(0, 80);
    return keep(`${name}${extension}`, () => original);
  };

  /** Makes something of a file once, now or in an earlier build, as long as what was made is there. */
  const createMemory = <T>(schema: v.GenericSchema<unknown, T>) => {
    const running = new Map<string, Promise<T>>();

    const recall = async (name: string): Promise<T | null> => {
      const text = await readFile(join(directory, name), 'utf8').catch(() => '');
      const made = parseJson(schema, text);
      const names = [...text.matchAll(/\/media\/([\w.-]+)/g)].map(([, file]) => file ?? '');
      const there = await Promise.all(names.map((file) => isThere(join(directory, file))));
      return there.every(Boolean) ? made : null;
    };

    return (file: AssetFile, make: () => Promise<T>): Promise<T> => {
      // The path without the host: an embedded service has another port every time.
      const { pathname } = new URL(file.url);
      const name = `${hash(recipe, pathname, String(file.size), file.contentType)}.made.json`;
      const remember = async () => {
        await mkdir(directory, { recursive: true });
        const recalled = await recall(name);
        if (recalled !== null) return recalled;
        const made = await make();
        await writeWhole(directory, name, JSON.stringify(made));
        await syncFiles();
        return made;
      };
      // Only while it runs: a file that could not be had is asked for again by the next build.
      const made = running.get(name) ?? remember().finally(() => running.delete(name));
      running.set(name, made);
      return made;
    };
  };

  const rememberPicture = createMemory(filesSchema);
  const rememberDownload = createMemory(v.string());

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
      if (!extension) return file.url;
      try {
        return await rememberDownload(file, () => makeDownload(file, extension));
      } catch (error) {
        onProblem(`could not be had (${toReason(error)}); the page links to its own address`);
        return file.url;
      }
    },
  };
}
