import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { formatLiveAddress, type LiveAddress } from '../../content/index.ts';
import { receiptName } from '../../site.ts';
import type { FindPast } from '../../addresses/index.ts';
import { isShortage } from '../../disk/index.ts';
import { describeFault, type Log } from '../../log.ts';
import { parseInlineParts, type InlineParts } from '../../render/index.ts';
import type { Site, SiteFile } from '../../table/index.ts';
import { lenientObject, nullableText, parseJson, record } from '../../schemas.ts';
import { isPage, type FileHeaders } from '../../headers/index.ts';
import type { ServedPage } from '../live.ts';
import { findFile, type Found } from './find-file.ts';
import { createSendFile, readSound } from './static-files.ts';
import type { TruePages } from './true-pages.ts';

interface PagesOptions {
  site: Site;
  /** Headers of answers that do not come from a file. */
  ownHeaders: Readonly<Record<string, string>>;
  getFileHeaders: FileHeaders;
  findPast: FindPast;
  /** Makes the page of an address true; resolves to false when nothing changed. */
  makeTrue: TruePages['makeTrue'];
  /** Called for a missing or damaged file; resolves to true when the file is there again. */
  mend: TruePages['mend'];
  log: Log;
}

const receiptSchema = lenientObject({
  status: nullableText,
  version: nullableText,
  pulledAt: nullableText,
});

/** Answers GET and HEAD with a file of the site, a redirect, or a page with status 404. */
export function createPages(options: PagesOptions) {
  const { site, ownHeaders, getFileHeaders, findPast, makeTrue, log } = options;
  const mend = async (file: SiteFile, error: unknown) => !isShortage(error) && options.mend(file);
  /** Reads what the pages of some code contain inline; null where the site does not say. */
  async function readParts(code: string | null): Promise<InlineParts | null> {
    const file = site.inlineParts.get(code ?? '');
    if (!file) return null;
    const text = await readSound(file).catch((error: unknown) => {
      void mend(file, error);
      throw error;
    });
    return parseInlineParts(String(text));
  }
  const getHeaders = async (file: SiteFile) =>
    getFileHeaders(file, isPage(file) ? await readParts(file.code) : null);
  const sendFile = createSendFile(getHeaders);

  /** Finds the answer of a path, after its page was made true. */
  async function find(path: string): Promise<Found> {
    const look = () => findFile(site, path, findPast);
    let found = look();
    // An address without a page may have one by now.
    if (found?.status !== 200 && (await makeTrue(decodeURIComponent(path), undefined)))
      found = look();
    if (!found || !('file' in found) || found.file.code === null) return found;
    return (await makeTrue(found.file.address, found.file)) ? look() : found;
  }

  /** Reads a page with its headers; null when the site has no page at this address. */
  async function readPage(address: string, isMended = false): Promise<ServedPage | null> {
    await makeTrue(address, site.files.get(address));
    const file = site.files.get(address);
    if (!file) return null;
    try {
      return { html: String(await readSound(file)), headers: await getHeaders(file) };
    } catch (error) {
      if (isMended || !(await mend(file, error))) throw error;
      return readPage(address, true);
    }
  }

  const readReceipt = async () => {
    const page = await readPage(`/${receiptName}`).catch(() => null);
    return v.parse(receiptSchema, parseJson(record, page?.html ?? ''));
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
      ...(status >= 500 && { 'retry-after': '10' }),
    });
    response.end(text);
  }

  async function sendPage(
    request: IncomingMessage,
    response: ServerResponse,
    isMended = false,
  ): Promise<void> {
    const { url = '' } = request;
    const queryAt = url.indexOf('?');
    const found = await find(queryAt < 0 ? url : url.slice(0, queryAt));
    if (!found) refuse(response, 404, 'There is no such page.');
    else if ('file' in found)
      await sendFile(request, response, found.status, found.file).catch(async (error: unknown) => {
        if (isMended || response.headersSent || !(await mend(found.file, error))) throw error;
        await sendPage(request, response, true);
      });
    else {
      response.writeHead(found.status, {
        'cache-control': 'public, max-age=0, must-revalidate',
        ...ownHeaders,
        location: queryAt < 0 ? found.to : found.to + url.slice(queryAt),
        'content-length': 0,
      });
      response.end();
    }
  }

  function failPage(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof URIError) {
      refuse(response, 400, 'This address cannot be read.');
      return;
    }
    // A visitor who left meanwhile is no failure.
    if (!request.destroyed) log({ event: 'page.failed', ...describeFault(error) });
    const status = isShortage(error) ? 503 : 500;
    refuse(response, status, 'This page could not be read. Please try again.');
  }

  return {
    handle: (request: IncomingMessage, response: ServerResponse): void => {
      sendPage(request, response).catch((error: unknown) => failPage(request, response, error));
    },

    readPage,
    readParts,
    readReceipt,

    /** Whether the site shows the content of an address. */
    isBuilt: async (address: LiveAddress): Promise<boolean> =>
      address.slug === null
        ? (await readReceipt()).status !== 'failed'
        : site.files.has(formatLiveAddress(address)),
  };
}

export type Pages = ReturnType<typeof createPages>;
