/** Sends files of the site without web-standard requests: pages are most of the traffic. */
import { open, readFile, rename, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { damagedEnding, digest, hasDigest } from '../../disk/index.ts';
import type { SiteFile } from '../../table/index.ts';

type Encoding = 'br' | 'gzip' | 'identity';
type Headers = Readonly<Record<string, string>>;

interface Body {
  bytes: Buffer;
  etag: string;
  /** Headers of a 304, and of a full answer. */
  sharedHeaders: Headers;
  headers: Headers;
}

/** For bodies in memory at most. The oldest body is removed first and loaded again on request. */
const memoryBytes = 32 * 1024 * 1024;
/** Longer texts are compressed fast: the best takes 20 ms for a page, and seconds for a feed of ten thousand posts. */
const bestQualityBytes = 256 * 1024;
/** While more bodies wait, they are compressed fast and not kept, so that nobody waits long behind a flood. */
const mostWaiting = 8;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressors: Record<Encoding, (bytes: Buffer, isFast: boolean) => Buffer | Promise<Buffer>> =
  {
    br: (bytes, isFast) =>
      brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          // A window longer than the text would only hold memory.
          [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, 32 - Math.clz32(bytes.length))),
          [constants.BROTLI_PARAM_QUALITY]: isFast || bytes.length > bestQualityBytes ? 5 : 11,
        },
      }),
    gzip: (bytes, isFast) => gzipped(bytes, { level: isFast ? 1 : 9 }),
    identity: (bytes) => bytes,
  };

/** Of files whose folder has no other rule. */
const revalidated = { 'cache-control': 'public, max-age=0, must-revalidate' };

/** Matches an Accept-Encoding with this coding at a weight above 0. */
const acceptPattern = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;\\s*q=(?!0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
const acceptsBrotli = acceptPattern('br');
const acceptsGzip = acceptPattern('gzip');

function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  return acceptsBrotli.test(header) ? 'br' : acceptsGzip.test(header) ? 'gzip' : 'identity';
}

/** Weak comparison (RFC 9110, section 13.1.2). */
const matchesEtag = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')));

/** The disk damaged a file of the site. */
class DamagedFile extends Error {
  override name = 'DamagedFile';
}

/** Reads a file. A damaged one is set aside, because what is missing is made again. @throws for either */
export async function readSound({ path, digest: expected }: SiteFile): Promise<Buffer> {
  const content = await readFile(path);
  if (expected === null || hasDigest(content, expected)) return content;
  await rename(path, path + damagedEnding);
  throw new DamagedFile();
}

/** The headers of a file. */
type GetHeaders = (file: SiteFile) => Promise<Headers>;

/** Creates a function that reads and compresses a file, and keeps the body in memory while there is room. */
function createBodies(getHeaders: GetHeaders) {
  const kept = new Map<string, { body: Promise<Body>; size: number }>();
  let size = 0;
  // One file after the other: each thread would keep the memory that it took once.
  const limit = pLimit(1);

  async function load(file: SiteFile, encoding: Encoding, isFast: boolean): Promise<Body> {
    const original = await readSound(file);
    const headers = await getHeaders(file);
    const bytes = await compressors[encoding](original, isFast);
    // A weak tag, because all encodings of a text share it.
    const etag = `W/"${digest(original)}"`;
    const shared = { ...revalidated, ...headers, etag, vary: 'accept-encoding' };
    return {
      bytes,
      etag,
      sharedHeaders: shared,
      headers: {
        ...shared,
        'content-type': file.type,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-length': String(bytes.length),
      },
    };
  }

  return (file: SiteFile, encoding: Encoding): Promise<Body> => {
    // Other code may have another policy for the same bytes.
    const key = `${encoding} ${file.code} ${file.path}`;
    const known = kept.get(key);
    if (known) return known.body;
    const isFast = limit.pendingCount >= mostWaiting;
    const body = limit(load, file, encoding, isFast);
    const one = { body, size: 0 };
    kept.set(key, one);
    body.then(
      ({ bytes }) => {
        if (isFast) kept.delete(key);
        else size += one.size = bytes.length;
        for (const [oldest, { size: freed }] of kept) {
          if (size <= memoryBytes) break;
          if (freed > 0) kept.delete(oldest);
          size -= freed;
        }
      },
      () => kept.delete(key),
    );
    return body;
  };
}

/** Creates a function that sends a file and rejects when the file is missing or damaged. */
export function createSendFile(getHeaders: GetHeaders) {
  const getBody = createBodies(getHeaders);
  /** How streamed files looked when they were sound, by path. One that changed since is read again. */
  const sound = new Map<string, string>();

  const openSound = async (file: SiteFile) => {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file.path);
    const look = [ino, size, mtimeMs, ctimeMs].join();
    if (sound.get(file.path) !== look) await readSound(file);
    sound.set(file.path, look);
    return open(file.path);
  };

  async function stream(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    file: SiteFile,
  ): Promise<void> {
    const handle = await openSound(file);
    try {
      const { size, mtimeMs } = await handle.stat();
      const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
      const shared = { ...revalidated, ...(await getHeaders(file)), etag };
      if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
        response.writeHead(304, shared).end();
        return;
      }
      response.writeHead(status, { ...shared, 'content-type': file.type, 'content-length': size });
      if (request.method === 'HEAD') response.end();
      else await pipeline(handle.createReadStream({ autoClose: false }), response);
    } finally {
      await handle.close();
    }
  }

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    file: SiteFile,
  ): Promise<void> => {
    if (!file.isText) return stream(request, response, status, file);
    const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
    const body = await getBody(file, chooseEncoding(accepted));
    if (status === 200 && matchesEtag(known, body.etag)) {
      response.writeHead(304, body.sharedHeaders).end();
      return;
    }
    response.writeHead(status, body.headers);
    response.end(request.method === 'HEAD' ? undefined : body.bytes);
  };
}
