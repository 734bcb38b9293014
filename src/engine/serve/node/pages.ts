import type { IncomingMessage, ServerResponse } from 'node:http';
import { receiptName } from '../../../data/routes.ts';
import { formatLiveAddress, type LiveAddress } from '../../content/index.ts';
import { lenientObject, nullableText, parseJson } from '../../schemas.ts';
import type { FileHeaders } from '../headers.ts';
import { describeError, type Log } from '../../log.ts';
import { findFile } from './find-file.ts';
import type { FindPast, Site, SiteFile } from '../../publish/index.ts';
import { createSendFile, readInlineParts, readSound } from './static-files.ts';

interface PagesOptions {
  site: Site;
  /** Headers of answers that do not come from a file. */
  ownHeaders: Readonly<Record<string, string>>;
  getFileHeaders: FileHeaders;
  findPast: FindPast;
  /** Called when a file of the release is missing or damaged. */
  onDamage: (path: string) => void;
  log: Log;
}

const receiptSchema = lenientObject({
  status: nullableText,
  release: nullableText,
  builtAt: nullableText,
});

/** Answers GET and HEAD with a file of the site, a redirect, or a page with status 404. */
export function createPages({
  site: firstSite,
  ownHeaders,
  getFileHeaders,
  findPast,
  onDamage,
  log,
}: PagesOptions) {
  let site = firstSite;
  const read = (file: SiteFile): Promise<Buffer> =>
    readSound(file).catch((error: unknown) => {
      onDamage(file.path);
      throw error;
    });
  const sendFile = createSendFile(getFileHeaders, read);
  const readReceipt = async () => {
    const file = site.files.get(`/${receiptName}`);
    const text = file ? String(await read(file).catch(() => '')) : '';
    return parseJson(receiptSchema, text) ?? { status: null, release: null, builtAt: null };
  };

  function refuse(response: ServerResponse, status: number, sentence: string): void {
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
    });
    response.end(text);
  }

  async function sendPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    const queryAt = url.indexOf('?');
    const { inlineParts } = site;
    const found = findFile(site, queryAt < 0 ? url : url.slice(0, queryAt), findPast);
    if (!found) {
      refuse(response, 404, 'There is no such page.');
      return;
    }
    if ('file' in found) return sendFile(request, response, found.status, found.file, inlineParts);
    response.writeHead(found.status, {
      'cache-control': 'public, max-age=0, must-revalidate',
      ...ownHeaders,
      location: queryAt < 0 ? found.to : found.to + url.slice(queryAt),
      'content-length': 0,
    });
    response.end();
  }

  function failPage(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof URIError) {
      refuse(response, 400, 'This address cannot be read.');
      return;
    }
    // A visitor who left meanwhile is no failure.
    if (!request.destroyed) log({ event: 'page.failed', ...describeError(error) });
    refuse(response, 500, 'This page could not be read. Please try again.');
  }

  return {
    handle: (request: IncomingMessage, response: ServerResponse): void => {
      sendPage(request, response).catch((error: unknown) => failPage(request, response, error));
    },

    readReceipt,

    /** Whether the release shows the content of an address. */
    isBuilt: async (address: LiveAddress): Promise<boolean> =>
      address.slug === null
        ? (await readReceipt()).status !== 'failed'
        : site.files.has(formatLiveAddress(address)),

    /** Reads a page with its headers; null when the site has no page at this address. */
    async readPage(address: string) {
      const { files, inlineParts } = site;
      const file = files.get(address);
      if (!file) return null;
      const html = String(await read(file));
      const parts = await readInlineParts(inlineParts, read);
      return { html, headers: getFileHeaders(file, parts) };
    },

    /** Serves another release from now on. Running answers end with their own release. */
    replace: (next: Site): void => {
      site = next;
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
