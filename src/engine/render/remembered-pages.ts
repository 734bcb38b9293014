/**
 * What a server remembers of pages. A page is a function of the code and the version of the content: one that was made
 * of both is right, and any other is made again when somebody asks. Who asks meanwhile shares the answer.
 */
import { LRUCache } from 'lru-cache';
import { digest } from '../disk/index.ts';
import { describeError, OwnError, type Log } from '../log.ts';
import { getMediaType } from '../media-type.ts';
import { compress, type Quality } from './compress.ts';
import type { InlineParts } from '../headers/index.ts';
import type { Fault } from './render-process.ts';
import type { Rendering } from './rendering.ts';

/** A page, or another text that is made like one. */
export interface Page {
  /** The code and the version of the content of which the page was made. */
  code: string;
  version: string;
  /** Names the content in a weak tag, because all encodings of a text share it. */
  etag: string;
  /** The headers of an answer, with its media type. */
  headers: Readonly<Record<string, string>>;
  /** The text, compressed by Brotli. */
  bytes: Buffer;
  quality: Quality;
}

/** What is shown: the pages of a code, from a version of the content. */
export interface Shown {
  rendering: Rendering;
  version: string;
  /** ISO 8601 */
  pulledAt: string;
}

interface RememberOptions {
  getHeaders: (
    file: { address: string; type: string },
    inlineParts: InlineParts,
  ) => Readonly<Record<string, string>>;
  /** Called for each page that could not be made. */
  onFault: (kind: Fault['kind'] | 'process') => void;
  /** Time that a visitor waits before a page is shown as it was. */
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
/** What a server may send before a browser answers for the first time. */
const oneRoundTripBytes = 14 * 1024;
/** What a page takes beside its bytes, about. */
const pageBytes = 2000;

/** A page cannot be made, and there is none that was made before. The log has the reason. */
export class PageFault extends OwnError {
  override name = 'PageFault';
}

/** Waits for a promise, and takes something else when that takes too long. */
async function waitAtMost<T>(promise: Promise<T>, patienceMs: number, otherwise: T): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise), patienceMs);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** @param first what is shown first */
export function createRememberedPages(
  first: Shown,
  { getHeaders, onFault, patienceMs, log }: RememberOptions,
) {
  let shown = first;
  let isEnded = false;
  const pages = new LRUCache<string, Page>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length + pageBytes,
  });
  const running = new Map<string, Promise<Page | null>>();
  /** The pages that could not be made, each with what was shown then: a second try would fail, too. */
  const failed = new Map<string, Shown | null>();

  const isCurrent = ({ code, version }: Page) =>
    code === shown.rendering.code && version === shown.version;
  const hasFailed = (path: string) => failed.get(path) === shown;

  /** Takes the page as it was. @throws {PageFault} where there was none */
  function keep(path: string): Page {
    const page = pages.peek(path);
    if (!page) throw new PageFault('This page could not be made.');
    return page;
  }

  function note(path: string, asked: Shown, fault: string, kind: Fault['kind'] | 'process'): void {
    if (isEnded) return;
    // A lack of memory or descriptors passes, and what is shown by now has not failed.
    if (kind !== 'shortage' && asked === shown) failed.set(path, asked);
    log({ event: 'page.failed', page: path, error: fault });
    onFault(kind);
  }

  async function make(path: string, { quality, isAsked }: Making): Promise<Page | null> {
    const asked = shown;
    const { code, inlineParts, render } = asked.rendering;
    const rendered = await render(path, asked.version).catch((error: unknown) => {
      if (asked.rendering === shown.rendering)
        note(path, asked, describeError(error).error, 'process');
      return null;
    });
    // The process of earlier code ends with its last page.
    if (!rendered && asked.rendering !== shown.rendering) return make(path, { quality, isAsked });
    if (!rendered) return keep(path);
    if ('fault' in rendered) {
      note(path, asked, rendered.fault, rendered.kind);
      return keep(path);
    }
    failed.delete(path);
    const { version, bytes: text } = rendered;
    if (text === null) {
      pages.delete(path);
      return null;
    }
    const etag = `W/"${digest(text)}"`;
    const before = pages.peek(path);
    const isGood = before?.etag === etag && (before.quality === 'best' || quality === 'fast');
    const body = isGood ? before : { bytes: await compress(text, quality), quality };
    const type = getMediaType(path);
    const headers = { ...getHeaders({ address: path, type }, inlineParts), 'content-type': type };
    const page = { code, version, etag, headers, bytes: body.bytes, quality: body.quality };
    // What nobody has asked for yet takes the room of nothing that somebody did.
    const hasRoom = pages.calculatedSize + body.bytes.length + pageBytes < mostBytes;
    if (before || isAsked || hasRoom) pages.set(path, page);
    return page;
  }

  function share(path: string, how: Making): Promise<Page | null> {
    const known = running.get(path);
    if (known) return known;
    const making = make(path, how).finally(() => running.delete(path));
    // A visitor who waits no longer leaves nobody to hear of a failure.
    making.catch(() => undefined);
    running.set(path, making);
    return making;
  }

  /** Asks the code that is shown, whose process ends when other code is shown: then that is asked. */
  const ask = <T>(question: (shown: Shown) => Promise<T>): Promise<T> => {
    const { rendering } = shown;
    return question(shown).catch((error: unknown) => {
      if (rendering === shown.rendering) throw error;
      return ask(question);
    });
  };

  return {
    ask,

    /** Gets a page for a visitor; null where there is none. @throws {PageFault} */
    async get(path: string): Promise<Page | null> {
      const page = pages.get(path);
      if (page && isCurrent(page)) return page;
      if (hasFailed(path)) return keep(path);
      const making = share(path, { quality: 'fast', isAsked: true });
      return page ? waitAtMost(making, patienceMs, page) : making;
    },

    /** Makes a page that nobody waits for, unless the page is right and so well compressed. @throws {PageFault} */
    async prepare(path: string, quality: Quality): Promise<void> {
      const page = pages.peek(path);
      const isGood = page?.quality === 'best' || page?.quality === quality;
      if (hasFailed(path) || (page && isCurrent(page) && isGood)) return;
      await share(path, { quality, isAsked: false });
    },
    /** Whether a page takes more than one round trip. */
    isLong: (path: string): boolean => (pages.peek(path)?.bytes.length ?? 0) > oneRoundTripBytes,

    /** Whether visitors wait for pages. */
    isAwaited: () => running.size > 0,

    /** Shows pages of this code and version from now on. */
    show(next: Shown): void {
      if (next.rendering !== shown.rendering) shown.rendering.end();
      shown = next;
    },
    getShown: () => shown,

    /** Ends the rendering. Pages that are being made count as no failures. */
    end(): void {
      isEnded = true;
      shown.rendering.end();
    },

    /** Lets pages be tried again that failed: what they lacked may be there. */
    retryFailed(): void {
      for (const path of failed.keys()) failed.set(path, null);
    },
    /** Forgets the failures of pages that are gone, once all others have been tried. */
    forgetGone(): void {
      for (const path of failed.keys()) if (!hasFailed(path)) failed.delete(path);
    },
    hasFailures: () => failed.size > 0,
  };
}

export type RememberedPages = ReturnType<typeof createRememberedPages>;
