/**
 * The cache: what a CDN does in front of an origin. An answer that the origin's headers allow to be stored (RFC 9213) is
 * stored under its path, as Brotli bytes, and is fresh while its tag names the version of the content that is shown.
 */
import { LRUCache } from 'lru-cache';
import { digest } from '../disk/index.ts';
import { describeError, OwnError, type Log } from '../base/log.ts';
import { compressText, faultHeader, type Quality } from '../origin/index.ts';
import type { Origin, OriginAnswer } from './origin.ts';

/** An answer of the origin, for all visitors. */
export interface Page {
  status: number;
  /** Names the content in a weak tag, because all encodings of a text share it. */
  etag: string;
  headers: Readonly<Record<string, string>>;
  /** The text, compressed by Brotli. */
  bytes: Buffer;
  quality: Quality;
  /** The code and the version of the content that the page is made of, and until when it may be stored. */
  code: string;
  tags: readonly string[];
  expiresAt: number;
}

/** What is shown: the pages of a code, from a version of the content. */
export interface Shown {
  origin: Origin;
  version: string;
  /** ISO 8601 */
  pulledAt: string;
}

interface CacheOptions {
  /** Makes the headers of an answer of those that the origin gave. */
  toHeaders: (path: string, own: Readonly<Record<string, string>>) => Page['headers'];
  /** Time that a visitor waits before a stale page is shown. */
  patienceMs: number;
  log: Log;
}

/** How a page is made. */
interface Making {
  quality: Quality;
  /** Whether a visitor asks for it. */
  isAsked: boolean;
}

/** All pages of 10,000 posts take about 190 MB. */
const mostBytes = 224 * 1024 * 1024;
/** What a page takes beside its bytes, about. */
const pageBytes = 2000;
/** Addresses that are noted as failed: a stranger may ask for any. */
const mostFailed = 1000;
/** Time for the answers that the origin of earlier code still makes. */
const lastAnswersMs = 10_000;
/** Time before a page that could not be made is tried again. */
const retryMs = 60_000;

/** A page cannot be made, and there is none that was made before. The log has the reason. */
export class PageFault extends OwnError {
  override name = 'PageFault';
}

/** Of one connection or visitor, or for the cache alone. */
const unsent =
  /^(?:connection|keep-alive|transfer-encoding|content-length|date|etag|set-cookie|cdn-cache-control|cache-tag)$/;

/** Reads how many seconds an answer may be stored; 0 for one that must not be. */
function readMaxAge({ headers }: OriginAnswer): number {
  const [, seconds = 0] = /\bmax-age=(\d+)/.exec(String(headers['cdn-cache-control'])) ?? [];
  return Number(seconds);
}

/** Waits for a promise, and takes something else when that takes too long. */
async function waitAtMost<T>(promise: Promise<T>, patienceMs: number, otherwise: T): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), patienceMs);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** @param first what is shown first */
export function createCache(first: Shown, { toHeaders, patienceMs, log }: CacheOptions) {
  let shown = first;
  let isEnded = false;
  const pages = new LRUCache<string, Page>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length + pageBytes,
  });
  const running = new Map<string, Promise<Page>>();
  /** When the pages that could not be made are tried again. */
  const failed = new LRUCache<string, number>({ max: mostFailed });

  const isFresh = ({ code, tags, expiresAt }: Page) =>
    code === shown.origin.code && tags.includes(shown.version) && expiresAt > performance.now();

  /** Takes the page as it was. @throws {PageFault} where there was none */
  function takeStale(path: string): Page {
    const page = pages.peek(path);
    if (!page) throw new PageFault('This page could not be made.');
    return page;
  }

  function noteFailure(path: string, error: string): Page {
    if (!isEnded) {
      failed.set(path, performance.now() + retryMs);
      log({ event: 'page.failed', page: path, error });
    }
    return takeStale(path);
  }

  async function makePage(path: string, { quality, isAsked }: Making): Promise<Page> {
    const { origin, version } = shown;
    const answer = await origin.ask(path, version).catch((error: unknown) => describeError(error));
    if ('error' in answer) {
      return noteFailure(path, answer.error);
    }
    const { [faultHeader]: fault, ...own } = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    );
    if (fault !== undefined || answer.status === 500)
      return noteFailure(path, decodeURIComponent(fault ?? 'Astro has the reason'));
    failed.delete(path);
    const { status, body } = answer;
    const etag = `W/"${digest(body)}"`;
    const before = pages.peek(path);
    const isGood = before?.etag === etag && (before.quality === 'best' || quality === 'fast');
    const made = isGood ? before : { bytes: await compressText(body, quality), quality };
    const page: Page = {
      status,
      etag,
      headers: toHeaders(
        path,
        Object.fromEntries(Object.entries(own).filter(([name]) => !unsent.test(name))),
      ),
      bytes: made.bytes,
      quality: made.quality,
      code: origin.code,
      tags: own['cache-tag']?.split(/, */) ?? [],
      expiresAt: performance.now() + readMaxAge(answer) * 1000,
    };
    if (readMaxAge(answer) === 0) {
      pages.delete(path);
      return page;
    }
    // A warm-up evicts nothing that a visitor asked for.
    const hasRoom = pages.calculatedSize + page.bytes.length + pageBytes < mostBytes;
    if (before || isAsked || hasRoom) pages.set(path, page);
    return page;
  }

  function shareMaking(path: string, how: Making): Promise<Page> {
    const known = running.get(path);
    if (known) return known;
    const making = makePage(path, how).finally(() => running.delete(path));
    // A visitor who waits no longer leaves nobody to hear of a failure.
    making.catch(() => undefined);
    running.set(path, making);
    return making;
  }

  return {
    /** Gets a page for a visitor. @throws {PageFault} */
    async get(path: string): Promise<Page> {
      const page = pages.get(path);
      if (page && isFresh(page)) return page;
      if ((failed.get(path) ?? 0) > performance.now()) return takeStale(path);
      const making = shareMaking(path, { quality: 'fast', isAsked: true });
      return page ? waitAtMost(making, patienceMs, page) : making;
    },

    /** Makes a page that nobody waits for, unless it is fresh and so well compressed. @throws {PageFault} */
    async warm(path: string, quality: Quality): Promise<void> {
      const page = pages.peek(path);
      const isGood = page?.quality === 'best' || page?.quality === quality;
      if ((failed.get(path) ?? 0) > performance.now() || (page && isFresh(page) && isGood)) return;
      await shareMaking(path, { quality, isAsked: false });
    },

    /** Whether visitors wait for pages. */
    isAwaited: () => running.size > 0,

    /** Shows pages of this code and version from now on: all others are stale. */
    show(next: Shown): void {
      if (next.origin !== shown.origin) setTimeout(shown.origin.end, lastAnswersMs).unref();
      shown = next;
      failed.clear();
    },
    getShown: () => shown,

    /** Ends the origin. Pages that are being made count as no failures. */
    end(): void {
      isEnded = true;
      shown.origin.end();
    },
    hasFailures: () => failed.size > 0,
  };
}

export type Cache = ReturnType<typeof createCache>;
