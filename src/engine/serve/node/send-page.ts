/** Sends what a server remembers of a page. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressWithGzip, decompress, type Page } from '../../render/index.ts';
import { chooseEncoding, matchesEtag } from './negotiate.ts';

/** Of pages, and of files whose folder has no other rule. */
export const revalidated = { 'cache-control': 'public, max-age=0, must-revalidate' };

/** The bytes of a page in an encoding. Most clients take the one that is remembered. */
async function encode({ bytes }: Page, encoding: 'br' | 'gzip' | 'identity'): Promise<Buffer> {
  if (encoding === 'br') return bytes;
  const text = await decompress(bytes);
  return encoding === 'gzip' ? compressWithGzip(text) : text;
}

/** @param more headers of this answer beside those of the page */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  page: Page,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
  const { etag } = page;
  const { 'content-type': type = '', ...own } = page.headers;
  const headers = { ...revalidated, ...own, ...more, etag, vary: 'accept-encoding' };
  if (status === 200 && matchesEtag(known, etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = chooseEncoding(accepted);
  const bytes = await encode(page, encoding);
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': bytes.length,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
