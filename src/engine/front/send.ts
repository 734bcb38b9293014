/** Sends a page or a file, in an encoding that the client takes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import type { HeaderFields } from '../headers/index.ts';
import { compressWithGzip, decompressText } from '../origin/index.ts';
import type { Page } from './cache.ts';
import { endings, type Encoding, type ServedFile } from './files.ts';
import type { OriginAnswer } from './origin.ts';

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

/** The bytes of a page in an encoding. Most clients take the one that is remembered. */
async function encodePage({ bytes }: Page, encoding: Encoding | null): Promise<Buffer> {
  if (encoding === 'br') return bytes;
  const text = await decompressText(bytes);
  return encoding === 'gzip' ? compressWithGzip(text) : text;
}

/** Sends a page of the cache. */
export async function sendPage(
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
export function sendRedirect(
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
export function sendForwarded(
  { status, headers, body }: OriginAnswer,
  response: ServerResponse,
  more: HeaderFields,
): void {
  for (const [name, value] of Object.entries({ ...more, ...headers }))
    if (value !== undefined && !/^(?:connection|keep-alive|transfer-encoding)$/.test(name))
      response.setHeader(name, value);
  response.statusCode = status;
  response.end(body);
}

/** What `send` says of a file that it does not send. */
interface SendError extends Error {
  status: number;
  headers?: Record<string, string>;
}

/** Sends a file with these headers. Rejects when the file is missing or cannot be read. */
export function sendFile(
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
