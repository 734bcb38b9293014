/**
 * Assets → our own image files, so that pages ask no other host for anything. Each asset is fetched
 * and encoded once: files are named by their content, and what was made is remembered by address.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type AvifOptions, type WebpOptions } from 'sharp';
import type { Picture } from './records.ts';

/** An image asset as entries.ts parsed it. */
export interface ImageAsset {
  /** Absolute address, `https:` (spec §3). */
  url: string;
  contentType: string;
  width: number | null;
  height: number | null;
  /** Bytes. */
  size: number | null;
}

export interface MediaStore {
  /** The image as a page shows it; when it cannot be had, its own address, and `onProblem` is told. */
  preparePicture(
    asset: ImageAsset,
    alt: string,
    onProblem: (problem: string) => void,
  ): Promise<Picture>;
}

type Files = Omit<Picture, 'alt'>;

const widths = [480, 800, 1200, 1600];
const largestFile = 20_000_000; // bytes
const fetchTimeout = 15_000; // milliseconds
const largestForReport = 2_000_000; // bytes
/** Changes when the files made from an asset would differ. */
const recipe = '1';

const avif: AvifOptions = { quality: 52, effort: 2 };
const webp: WebpOptions = { quality: 76, effort: 3 };
const rasterFormats: Record<string, 'jpeg' | 'png' | 'webp' | 'avif'> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const untouched: Record<string, string> = { 'image/svg+xml': 'svg', 'image/gif': 'gif' };

const hash = (data: string | Buffer) =>
  createHash('sha256').update(data).digest('hex').slice(0, 16);

async function fetchFile(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeout) });
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  if (Number(response.headers.get('content-length')) > largestFile) throw new Error('over 20 MB');
  const file = Buffer.from(await response.arrayBuffer());
  if (file.length > largestFile) throw new Error('over 20 MB');
  return file;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** @param directory where the files and their memory live, kept from build to build */
export function createMediaStore({ directory }: { directory: string }): MediaStore {
  const running = new Map<string, Promise<Files>>();
  let last: Promise<unknown> = Promise.resolve();

  const write = async (name: string, data: Buffer | string) => {
    const temporary = join(directory, `${name}.${String(process.pid)}.tmp`);
    await writeFile(temporary, data);
    await rename(temporary, join(directory, name));
  };

  /** Encodes one width in one format into `/media/{hash}-{width}.{format}`. */
  const encode = async (
    original: Buffer,
    name: string,
    width: number,
    format: 'avif' | 'webp' | 'jpeg' | 'png',
  ): Promise<string> => {
    const image = sharp(original).rotate().resize({ width, withoutEnlargement: true });
    const encoded =
      format === 'avif'
        ? image.avif(avif)
        : format === 'webp'
          ? image.webp(webp)
          : format === 'png'
            ? image.png({ palette: true, quality: 90 })
            : image.jpeg({ quality: 80, mozjpeg: true });
    const file = `${name}-${String(width)}.${format === 'jpeg' ? 'jpg' : format}`;
    await write(file, await encoded.toBuffer());
    return `/media/${file}`;
  };

  const makeFiles = async (
    asset: ImageAsset,
    onProblem: (problem: string) => void,
  ): Promise<Files> => {
    const original = await fetchFile(asset.url);
    if (original.length > largestForReport) onProblem('is an image over 2 MB');
    const name = hash(original);
    const extension = untouched[asset.contentType];
    if (extension) {
      await write(`${name}.${extension}`, original);
      const { width, height } = asset;
      return {
        src: `/media/${name}.${extension}`,
        width,
        height,
        sources: [],
        srcset: '',
        color: null,
      };
    }
    const format = rasterFormats[asset.contentType] ?? 'jpeg';
    const { width: fullWidth, height: fullHeight } = await sharp(original).rotate().metadata();
    const wanted = widths.filter((width) => width < fullWidth);
    const largest = Math.min(fullWidth, widths.at(-1) ?? fullWidth);
    if (wanted.at(-1) !== largest) wanted.push(largest);

    const makeSet = async (to: 'avif' | 'webp' | 'jpeg' | 'png') => {
      const set: string[] = [];
      for (const width of wanted)
        set.push(`${await encode(original, name, width, to)} ${String(width)}w`);
      return set.join(', ');
    };
    const sources = [
      { type: 'image/avif', srcset: await makeSet('avif') },
      { type: 'image/webp', srcset: await makeSet('webp') },
    ];
    const fallback = format === 'png' ? 'png' : 'jpeg';
    const middle = wanted[Math.min(1, wanted.length - 1)] ?? largest;
    const { dominant } = await sharp(original).resize(64).stats();
    return {
      src: await encode(original, name, middle, fallback),
      width: middle,
      height: Math.round((middle * fullHeight) / fullWidth),
      sources,
      srcset: '',
      color: `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    };
  };

  /** What was made before, as long as its files are still there. */
  const recall = async (memory: string): Promise<Files | null> => {
    try {
      const files: Files = JSON.parse(await readFile(join(directory, memory), 'utf8'));
      const paths = [files.src, ...files.sources.flatMap(({ srcset }) => srcset.split(', '))];
      const there = await Promise.all(
        paths.map((path) =>
          isThere(join(directory, (path.split(' ')[0] ?? '').replace('/media/', ''))),
        ),
      );
      return there.every(Boolean) ? files : null;
    } catch {
      return null;
    }
  };

  const prepareFiles = async (asset: ImageAsset, onProblem: (problem: string) => void) => {
    // The path without the host: an embedded service has another port every time.
    const { pathname } = new URL(asset.url);
    const memory = `${hash(`${recipe} ${pathname} ${String(asset.size)} ${asset.contentType}`)}.made.json`;
    await mkdir(directory, { recursive: true });
    const recalled = await recall(memory);
    if (recalled) return recalled;
    // One after the other: an image is encoded on all cores, and memory stays flat.
    const made = last.catch(() => undefined).then(() => makeFiles(asset, onProblem));
    last = made;
    const files = await made;
    await write(memory, JSON.stringify(files));
    return files;
  };

  return {
    preparePicture: async (asset, alt, onProblem) => {
      try {
        let files = running.get(asset.url);
        if (!files) running.set(asset.url, (files = prepareFiles(asset, onProblem)));
        return { ...(await files), alt };
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown reason';
        onProblem(`is an image that could not be fetched (${reason}); its own address is used`);
        const { url: src, width, height } = asset;
        return { src, alt, width, height, sources: [], srcset: '', color: null };
      }
    },
  };
}
