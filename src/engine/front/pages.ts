/** Answers what endpoints do not: with a file, or with what the origin says, from the cache or for one visitor. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isShortage } from '../disk/index.ts';
import type { HeaderFields } from '../headers/index.ts';
import { describeFault, OwnError, type Log } from '../base/log.ts';
import { decompressText, faultHeader } from '../origin/index.ts';
import { Refusal, trimSlashes, type ServedPage } from '../endpoints/index.ts';
import { words } from '../site.ts';
import { PageFault, type Cache, type Page } from './cache.ts';
import type { CodeFiles, Media, ServedFile } from './files.ts';
import { sendFile, sendForwarded, sendPage, sendRedirect } from './send.ts';

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
const unusable =
  /[\\\0]|\/\/|\/\.\.?(?:\/|$)|%2f|^\/_(?!astro\/|actions\/|server-islands\/|image$)/i;

/** Under what the cache stores an address: one spelling, so that others take no room, and no query but the waiting page's. */
function toKey(decoded: string, query: string): string {
  const spelled = encodeURI(decoded).replace(/[?#]/g, encodeURIComponent);
  return new URLSearchParams(query).has('live') ? `${spelled}?live` : spelled;
}

export function createPages(options: PagesOptions) {
  const { cache, files, media, findShareImage, getFileHeaders, log } = options;
  const { ownHeaders, forwardedHeaders } = options;

  /** Whether Astro answers each visitor at this address by itself. */
  const isPerVisitor = (path: string) =>
    cache.getShown().origin.routes.perVisitor.some((pattern) => new RegExp(pattern).test(path));

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
    if (isPerVisitor(path)) return answerVisitor(request, response, client);
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
    if (fault !== undefined) throw new OwnError(decodeURIComponent(String(fault)));
    sendForwarded(answer, response, forwardedHeaders);
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
    isPerVisitor,
    /** Whether there may be a file or a page at an address, and not an endpoint of the engine. */
    isPublic: (path: string): boolean =>
      !path.startsWith('/api/') ||
      isPerVisitor(path) ||
      cache.getShown().origin.routes.texts.includes(path),
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
