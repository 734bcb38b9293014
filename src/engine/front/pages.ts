/**
 * Answers what endpoints do not: with a file, or with what the origin says, from the cache or for one visitor, in an
 * encoding that the client takes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import send from 'send';
import type { HeaderFields } from '../headers/index.ts';
import { compressWithGzip, decompressText, faultHeader } from '../origin/index.ts';
import { PageFault, type Cache, type Page } from './cache.ts';
import { endings, type CodeFiles, type Encoding, type Media, type ServedFile } from './files.ts';
import { isShortage } from '../disk/index.ts';
import { describeFault, OwnError, type Log } from '../base/log.ts';
import { Refusal, trimSlashes, type ServedPage } from '../endpoints/index.ts';
import { words } from '../site.ts';

/** Of pages, and of files whose folder has no other rule. */
const revalidated = { 'cache-control': 'public, max-age=0, must-revalidate' };

/** Matches an Accept-Encoding with this coding at a weight above 0. */
const acceptPattern = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;\\s*q=(?!0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
const acceptsBrotli = acceptPattern('br');
const acceptsGzip = acceptPattern('gzip');

/** Chooses the encoding of an answer by `Accept-Encoding`; null: the text as it is. */
function chooseEncoding({ headers }: IncomingMessage): Encoding | null {
  const accepted = headers['accept-encoding'] ?? '';
  if (acceptsBrotli.test(accepted)) return 'br';
  return acceptsGzip.test(accepted) ? 'gzip' : null;
}

/** Whether `If-None-Match` names a tag, weakly compared (https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2). */
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')));

/** The bytes of a page in an encoding. Most clients take the one that is stored. */
async function encodePage({ bytes }: Page, encoding: Encoding | null): Promise<Buffer> {
  if (encoding === 'br') return bytes;
  const text = await decompressText(bytes);
  return encoding === 'gzip' ? compressWithGzip(text) : text;
}

/** Sends a page of the cache. */
async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Page,
): Promise<void> {
  const { etag, status } = page;
  const { 'content-type': type = '', ...own } = page.headers;
  const headers = { ...revalidated, ...own, etag, vary: 'accept-encoding' };
  if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = chooseEncoding(request);
  const bytes = await encodePage(page, encoding);
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    ...(encoding && { 'content-encoding': encoding }),
    'content-length': bytes.length,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Leads to another address. The query of the visitor goes along, unless the address has one. */
function sendRedirect(
  response: ServerResponse,
  status: number,
  to: string,
  query: string,
  headers: HeaderFields,
): void {
  const location = query === '' || to.includes('?') ? to : to.replace(/(?=#|$)/, () => `?${query}`);
  response.writeHead(status, { ...revalidated, ...headers, location, 'content-length': 0 }).end();
}

/** Hands on what Astro answers to one visitor. */
function sendForwarded(
  answer: IncomingMessage,
  response: ServerResponse,
  more: HeaderFields,
): Promise<void> {
  for (const [name, value] of Object.entries({ ...more, ...answer.headers }))
    if (value !== undefined && !/^(?:connection|keep-alive|transfer-encoding)$/.test(name))
      response.setHeader(name, value);
  response.statusCode = answer.statusCode ?? 500;
  return pipeline(answer, response);
}

/** What `send` says of a file that it does not send. */
interface SendError extends Error {
  status: number;
  headers?: Record<string, string>;
}

/** Sends a file with these headers. Rejects when the file is missing or cannot be read. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, type, encodings }: ServedFile,
  headers: HeaderFields,
): Promise<void> {
  const accepted = chooseEncoding(request);
  const encoding = encodings.find((one) => one === accepted);
  for (const [name, value] of Object.entries({ ...revalidated, ...headers, 'content-type': type }))
    response.setHeader(name, value);
  if (encodings.length > 0) response.setHeader('vary', 'accept-encoding');
  if (encoding) response.setHeader('content-encoding', encoding);
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    send(request, encodeURI(encoding ? path + endings[encoding] : path), {
      cacheControl: false,
      dotfiles: 'allow',
      lastModified: false,
      acceptRanges: encodings.length === 0,
    })
      .on('error', (error: SendError) => {
        // A range or condition that cannot be met: the answer is its status, which nobody may keep as the file.
        if (error.status !== 416 && error.status !== 412) {
          reject(error);
          return;
        }
        for (const name of ['content-type', 'content-encoding', 'etag'])
          response.removeHeader(name);
        const unstored = { 'cache-control': 'no-store', 'content-length': 0 };
        response.writeHead(error.status, { ...error.headers, ...unstored }).end();
      })
      .on('directory', () => reject(new Error('The file is a folder.')))
      .pipe(response);
  });
}

interface PagesOptions {
  cache: Pick<Cache, 'get' | 'getShown'>;
  files: Pick<CodeFiles, 'get'>;
  media: Media;
  /** Finds a share image, which is drawn when it is asked for first. */
  findShareImage: (path: string) => Promise<ServedFile | null>;
  getFileHeaders: (file: ServedFile) => HeaderFields;
  /** Headers of answers that are no page, and of what Astro answers to one visitor. */
  ownHeaders: HeaderFields;
  forwardedHeaders: HeaderFields;
  log: Log;
}

/** No page has such an address. `/_…` is of hosts and of the origin, but for what Astro answers to visitors. */
const unusable = /[\\\0]|\/\/|\/\.\.?(?:\/|$)|%2f|^\/_(?!astro\/|actions\/|server-islands\/)/i;

/** Under what the cache stores an address: one spelling, so that others take no room, and no query but the waiting page's. */
function toKey(decoded: string, query: string): string {
  const spelled = encodeURI(decoded).replace(/[?#]/g, encodeURIComponent);
  return new URLSearchParams(query).has('live') ? `${spelled}?live` : spelled;
}

export function createPages(options: PagesOptions) {
  const { cache, files, media, findShareImage, getFileHeaders, log } = options;
  const { ownHeaders, forwardedHeaders } = options;

  async function findFile(path: string): Promise<ServedFile | 'gone' | null> {
    return files.get(path) ?? (await findShareImage(path)) ?? media(path);
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    client: string,
  ): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    const clean = trimSlashes(path);
    const decoded = decodeURIComponent(clean);
    const showMissing = async (status: number) =>
      sendPage(request, response, { ...(await cache.get('/404')), status });
    if (unusable.test(clean) || unusable.test(decoded)) return showMissing(404);
    if (clean !== path) {
      sendRedirect(response, 308, clean, query, ownHeaders);
      return;
    }
    const file = await findFile(decoded);
    if (file === 'gone') return showMissing(410);
    if (file) return sendFile(request, response, file, getFileHeaders(file));
    if (cache.getShown().origin.isPerVisitor(path)) return answerVisitor(request, response, client);
    const page = await cache.get(toKey(decoded, query));
    const { location } = page.headers;
    if (location === undefined) await sendPage(request, response, page);
    else sendRedirect(response, page.status, location, query, page.headers);
  }

  /** Hands on what Astro answers to one visitor. */
  async function answerVisitor(request: IncomingMessage, response: ServerResponse, client: string) {
    const { origin, version } = cache.getShown();
    const answer = await origin.forward(request, client, version);
    const { [faultHeader]: fault } = answer.headers;
    if (fault !== undefined) {
      answer.resume();
      throw new OwnError(decodeURIComponent(String(fault)));
    }
    await sendForwarded(answer, response, forwardedHeaders);
  }

  function refuseRequest(response: ServerResponse, status: number, sentence: string): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const text = `${sentence}\n`;
    response.writeHead(status, {
      ...ownHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      ...(status >= 500 && { 'retry-after': '10' }),
    });
    response.end(text);
  }

  function failRequest(response: ServerResponse, error: unknown): void {
    if (error instanceof URIError) {
      refuseRequest(response, 400, 'This address cannot be read.');
      return;
    }
    if (error instanceof Refusal) {
      refuseRequest(response, error.status, error.message);
      return;
    }
    // A visitor who left meanwhile is no failure, and what failed a page is in the log already.
    if (!response.destroyed && !(error instanceof PageFault))
      log({ event: 'page.failed', ...describeFault(error) });
    for (const name of response.headersSent ? [] : response.getHeaderNames())
      response.removeHeader(name);
    refuseRequest(response, isShortage(error) ? 503 : 500, words.pageFailed);
  }

  return {
    /** Whether Astro answers this request to the visitor alone, whatever its method. */
    isPerVisitor: (path: string): boolean => cache.getShown().origin.isPerVisitor(path),
    handle: (request: IncomingMessage, response: ServerResponse, client: string): void => {
      answer(request, response, client).catch((error: unknown) => failRequest(response, error));
    },
    /** Reads a page with its headers. */
    async readPage(path: string): Promise<ServedPage> {
      const page: Page = await cache.get(path);
      return { html: String(await decompressText(page.bytes)), headers: page.headers };
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
