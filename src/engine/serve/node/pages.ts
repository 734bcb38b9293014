/** Answers GET and HEAD: with a file, a page, a redirect, or a page that says what is not there. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { failedPath, isForOthers, notFoundPath, waitingPath } from '../../collections.ts';
import { findSlugProblem, getCollectionWithPages, parseLiveAddress } from '../../content/index.ts';
import { getSubject } from '../../content/read.ts';
import { unstoredPage, type HeaderFields } from '../../headers/index.ts';
import { isShortage } from '../../disk/index.ts';
import { describeFault, type Log } from '../../log.ts';
import { findRedirect } from '../../redirects.ts';
import { isListAddress, type FindPast } from '../../addresses/index.ts';
import {
  decompress,
  isSitemap,
  type Page,
  PageFault,
  type RememberedPages,
  type Rendering,
} from '../../render/index.ts';
import { words } from '../../site.ts';
import { trimSlashes, type ServedPage } from '../http.ts';
import type { Media, ServedFile } from './files.ts';
import { revalidated, sendFile, sendPage } from './send.ts';

interface PagesOptions {
  pages: Pick<RememberedPages, 'get'> & {
    getShown: () => { rendering: Pick<Rendering, 'paths' | 'ownRoutes'> };
  };
  /** The files of the code, by their addresses. */
  getFiles: () => ReadonlyMap<string, ServedFile>;
  media: Media;
  /** Finds a share image, which is drawn when it is asked for first. */
  findShareImage: (path: string) => Promise<ServedFile | null>;
  getFileHeaders: (file: ServedFile) => HeaderFields;
  findPast: FindPast;
  /** Looks for an item that no event told of. @returns whether the content service could be read */
  lookForItem: () => Promise<boolean>;
  /** Headers of answers that do not come from a file. */
  ownHeaders: HeaderFields;
  /** Called when a file cannot be sent. */
  onUnsent: () => void;
  log: Log;
}

type Found =
  | { status: number; page: Page; headers?: HeaderFields }
  | { status: 200; file: ServedFile }
  | { status: 301 | 302 | 308; to: string };

/** Time that a visitor waits for a pull: at the address of an item, and where the page that waits asks for the item. */
const itemPatienceMs = { page: 2000, live: 10_000 } as const;

/** Renames of an entry that one visitor meets, at most. */
const mostRenames = 5;

const unusable = /[\\\0]|\/\.\.?(?:\/|$)/;

export function createPages(options: PagesOptions) {
  const { pages, getFiles, media, findShareImage, getFileHeaders } = options;
  const { findPast, lookForItem, ownHeaders, onUnsent, log } = options;

  /** @throws when the code has no such page */
  async function getPage(path: string): Promise<Page> {
    const page = await pages.get(path);
    if (!page) throw new Error(`There is no page ${path}.`);
    return page;
  }
  const notFound = async (status = 404): Promise<Found> => ({
    status,
    page: await getPage('/404'),
  });

  const isPage = (path: string) =>
    !isForOthers(path) &&
    (pages.getShown().rendering.paths.includes(path) ||
      getSubject(path) !== null ||
      pages.getShown().rendering.ownRoutes.some((pattern) => new RegExp(pattern).test(path)) ||
      isSitemap(path));

  /** Finds the page at an address, or where its entry went. One renamed back between the two has its page again. */
  async function findPageOrPast(path: string) {
    for (let left = mostRenames; ; left -= 1) {
      const page = isPage(path) ? await pages.get(path) : null;
      if (page) return { status: 200, page } as const;
      const redirect = findRedirect(path);
      if (redirect) return redirect;
      const past = isListAddress(path) ? await findPast(path) : null;
      const isBack = past?.status === 301 && past.to === path;
      if (!isBack || left === 0) return isBack ? null : past;
    }
  }

  /** Finds what the site has at an address, or had. */
  async function findKnown(path: string): Promise<Found | null> {
    const file = getFiles().get(path) ?? (await findShareImage(path));
    if (file) return { status: 200, file };
    const picture = media(path);
    if (picture) return picture === 'gone' ? notFound(410) : { status: 200, file: picture.file };
    const found = await findPageOrPast(path);
    if (found?.status !== 410) return found;
    const item = parseLiveAddress(path);
    if (!item) return notFound(410);
    return {
      status: 410,
      page: await getPage(notFoundPath(getCollectionWithPages(item.collection))),
    };
  }

  /** Finds the answer of an item's address that nothing is known of: the item may be newer than the last pull. */
  async function findNew(path: string, isLive: boolean): Promise<Found> {
    const item = parseLiveAddress(path);
    if (!item || item.slug === null) return notFound();
    const collection = getCollectionWithPages(item.collection);
    const show = async (status: number, path: string): Promise<Found> => ({
      status,
      page: await getPage(path),
      headers: unstoredPage,
    });
    if (findSlugProblem(item.slug) !== null) return show(404, notFoundPath(collection));
    const patienceMs = itemPatienceMs[isLive ? 'live' : 'page'];
    const isRead = await Promise.race([lookForItem(), wait(patienceMs, null, { ref: false })]);
    const found = await findKnown(path);
    if (found) return found;
    if (isRead) return show(404, notFoundPath(collection));
    if (isLive) return show(502, failedPath(collection));
    return show(404, (isRead === null ? waitingPath : failedPath)(collection));
  }

  async function find(path: string, isLive: boolean): Promise<Found> {
    const decoded = decodeURIComponent(path);
    const clean = trimSlashes(path);
    // No file name has an encoded slash, and a redirect to `//host` would leave the site.
    if (clean.includes('//') || unusable.test(decoded) || /%2f/i.test(path)) return notFound();
    if (clean !== path) return { status: 308, to: clean };
    return (await findKnown(decoded)) ?? findNew(decoded, isLive);
  }

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

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    const queryAt = url.indexOf('?');
    const path = queryAt < 0 ? url : url.slice(0, queryAt);
    const query = queryAt < 0 ? '' : url.slice(queryAt);
    const found = await find(path, new URLSearchParams(query).has('live'));
    if ('page' in found) {
      await sendPage(request, response, found.status, found.page, found.headers);
    } else if ('file' in found) {
      await sendFile(request, response, found.file, getFileHeaders(found.file)).catch(
        (error: unknown) => {
          onUnsent();
          throw error;
        },
      );
    } else {
      response.writeHead(found.status, {
        ...revalidated,
        ...ownHeaders,
        location: found.to + query,
        'content-length': 0,
      });
      response.end();
    }
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (error instanceof URIError) {
      refuse(response, 400, 'This address cannot be read.');
      return;
    }
    // A visitor who left meanwhile is no failure, and what failed a page is in the log already.
    if (!request.destroyed && !(error instanceof PageFault))
      log({ event: 'page.failed', ...describeFault(error) });
    for (const name of response.headersSent ? [] : response.getHeaderNames())
      response.removeHeader(name);
    const status = isShortage(error) ? 503 : 500;
    refuse(response, status, words.pageFailed);
  }

  return {
    handle: (request: IncomingMessage, response: ServerResponse): void => {
      answer(request, response).catch((error: unknown) => fail(request, response, error));
    },

    /** Reads a page with its headers; null when the site has no page at this address. */
    async readPage(path: string): Promise<ServedPage | null> {
      const page = await pages.get(path);
      return page && { html: String(await decompress(page.bytes)), headers: page.headers };
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
