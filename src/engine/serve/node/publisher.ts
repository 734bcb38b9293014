/**
 * Keeps the site of a running server up to date: pulls for events, for changes without an event and for entries that
 * become due. After a pull visitors ask for the new version of pages, and a quiet walk does the same for every page.
 */
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getSiteDirectory, getSnapshotDirectory } from '../../config.ts';
import { company } from '../../site.ts';
import type { ContentEvent } from '../../content/contentful/index.ts';
import { getCollection, readVersion, type Problem } from '../../content/index.ts';
import { getNextMidnight } from '../../content/read.ts';
import { createSharedRun } from '../../shared-run.ts';
import { describeError, type Log } from '../../log.ts';
import { TaskError } from '../../processes/index.ts';
import {
  shareImages,
  startPageProcess,
  walk,
  type PageProcess,
  type PagesSite,
} from '../../pages/index.ts';
import type { PullProcess, Pulled } from '../../pull/index.ts';
import { updateFilesBesidePages, type Site, type SiteFile } from '../../table/index.ts';
import { openPublishQueue } from './queue.ts';
import { createTruePages } from './true-pages.ts';

/** What a publish needs beside the content. */
export interface Publishing {
  /** Bundles the code of the pages if it changed, again after a failure. @throws {TaskError} */
  prepareRenderer: (signal: AbortSignal) => Promise<PagesSite['renderer']>;
  /** Whether content types may lose most of their entries in the first pull. */
  acceptFewer?: boolean;
  /** Called after each walk: `rendered` counts all pages that were made since the pull. */
  onDone?: (pulled: Pulled, walked: { pages: number; rendered: number }) => void;
}

interface PublisherOptions extends Publishing {
  config: PagesSite['config'];
  site: Site;
  puller: PullProcess;
  /** `RECONCILE_MINUTES` */
  reconcileMinutes: number;
  log: Log;
}

/** Time between two looks at the version of the content on the disk. */
const followEveryMs = 2000;
/** Time before a walk, in which visitors come first and further pulls join. */
const walkPauseMs = 1000;
/** Time before a walk that failed is repeated. */
const walkRetryMs = 60_000;
/** Times after which the publisher asks the content service again for an event that was not shown. */
const unseenAfterMs = [2000, 5000, 10_000, 20_000, 40_000, 60_000];
/** Time that a visitor waits for a pull. */
const pullPatienceMs = 10_000;
/** Addresses that the log names, at most. */
const mostNamed = 20;

function formatPaths(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return paths.slice(0, mostNamed).join(' ') + more;
}

/** Logs each entry that the site does not show, once for each reason. */
function createLeftOutLog(log: Log) {
  let known = new Set<string>();
  return (problems: readonly Problem[]): void => {
    const lines = new Map(
      problems.flatMap(({ isLeftOut, collection, entryId, entryTitle, field, message }) => {
        const reason = `${field} ${message}`;
        const { contentType } = getCollection(collection);
        const line = { contentType, entry: entryId, title: entryTitle, reason };
        return isLeftOut ? [[JSON.stringify(line), line] as const] : [];
      }),
    );
    for (const [key, line] of lines) if (!known.has(key)) log({ event: 'entry.left-out', ...line });
    known = new Set(lines.keys());
  };
}

/** Starts with a pull and a walk, which bring content and pages up to date after any time without a server. */
export async function startPublisher(options: PublisherOptions) {
  const { config, puller, prepareRenderer, reconcileMinutes, onDone, log } = options;
  const siteDirectory = getSiteDirectory(config);
  const stopping = new AbortController();
  const { signal } = stopping;
  const logLeftOut = createLeftOutLog(log);
  let renderer: PagesSite['renderer'] | null = null;
  let visitors: PageProcess | null = null;
  let last: Pulled | null = null;
  let acceptFewer = options.acceptFewer ?? false;
  let lastHeld: string | null = null;
  let isContentDamaged = false;
  let isWalkWrong = false;
  let isWalking = false;
  /** Ends a walk that only draws any more. */
  let stopDrawing: (() => void) | null = null;
  let walkRetry: Promise<unknown> | null = null;
  let due: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];

  const pages = createTruePages({
    site: options.site,
    showsDrafts: config.contentful.showsDrafts,
    onFailure(error) {
      if (signal.aborted) return;
      if (error !== null) log({ event: 'walk.failed', error: describeError(error).error });
      const isOfContent = error === null || (error instanceof TaskError && error.kind === 'store');
      if (isOfContent) mendContent();
      else retryWalk();
    },
    onDamage({ address }: SiteFile) {
      if (address.startsWith('/media/')) {
        // Until the file is there again: nothing may ask for it any more.
        options.site.media?.known.delete(basename(address));
        mendContent();
      } else {
        isWalkWrong = true;
        void requestWalk();
      }
    },
    log,
  });

  function mendContent(): void {
    if (!isContentDamaged) queue.request();
    isContentDamaged = true;
  }

  /** Asks for another pull and walk in a while; more failures until then share them. */
  function retryWalk(): void {
    isWalkWrong = true;
    walkRetry ??= wait(walkRetryMs, undefined, { signal, ref: false })
      .then(() => queue.request())
      .catch(() => undefined)
      .finally(() => (walkRetry = null));
  }

  async function walkOnce(): Promise<void> {
    await wait(walkPauseMs, undefined, { signal });
    const { version } = pages.getState();
    if (!renderer || version === null || !last) return;
    const pulled = last;
    const overtaken = new AbortController();
    isWalking = true;
    try {
      const site = { config, siteDirectory, renderer };
      const { failures, unmade } = await walk(site, {
        background: true,
        signal: AbortSignal.any([signal, overtaken.signal]),
        onProgress: (label) =>
          (stopDrawing = label === shareImages ? () => overtaken.abort() : null),
        onChecked: pages.apply,
        onPages: ({ pages: count, removed }) => {
          isWalking = false;
          pages.noteWalk(version);
          const { rendered } = pages.getState();
          if (rendered + removed > 0) log({ event: 'walk.done', pages: count, rendered, removed });
          onDone?.(pulled, { pages: count, rendered });
        },
      });
      updateFilesBesidePages(options.site, siteDirectory);
      for (const error of unmade) log({ event: 'walk.failed', error });
      isWalkWrong = false;
      if (failures.length + unmade.length > 0) retryWalk();
    } catch (error) {
      isWalking = false;
      if (overtaken.signal.aborted) updateFilesBesidePages(options.site, siteDirectory);
      if (signal.aborted || overtaken.signal.aborted) return;
      renderer = null; // the bundle may be damaged
      log({ event: 'walk.failed', error: describeError(error).error });
      retryWalk();
    } finally {
      stopDrawing = null;
    }
  }
  const shareWalk = createSharedRun(walkOnce);
  const requestWalk = () => {
    // Images that are drawn stay, and the next walk draws the others.
    stopDrawing?.();
    return shareWalk().catch(() => undefined);
  };

  const requestIn = (ms: number) => setTimeout(() => queue.request(), ms).unref();

  /** @returns null when the pull failed; the log has the reason */
  async function pull(events: readonly ContentEvent[]): Promise<Pulled | null> {
    try {
      if (!renderer) {
        const prepared = await prepareRenderer(signal);
        const site = { config, siteDirectory, renderer: prepared };
        visitors?.end();
        visitors = startPageProcess(site, { signal });
        await visitors.open();
        updateFilesBesidePages(options.site, siteDirectory);
        renderer = prepared;
      }
      const pulled = await puller.pull({
        events,
        acceptFewer,
        isDamaged: isContentDamaged,
        keepsAddresses: !config.contentful.showsDrafts,
      });
      acceptFewer = false;
      isContentDamaged = false;
      return pulled;
    } catch (error) {
      if (!signal.aborted) log({ event: 'publish.failed', error: describeError(error).error });
      return null;
    }
  }

  async function publishEvents(events: readonly ContentEvent[]): Promise<boolean> {
    const callers = waiting;
    waiting = [];
    const pulled = await pull(events);
    if (pulled && visitors) {
      const isNew = pages.getState().version !== pulled.version;
      last = pulled;
      pages.setVersion(pulled.version, visitors);
      // Neither a withheld post nor a new day causes an event when its time comes.
      clearTimeout(due);
      const now = Date.now();
      const next = Math.min(pulled.nextDue ?? Infinity, getNextMidnight(now, company.timeZone));
      due = requestIn(Math.max(0, next - now) + 500);
      // Other events go live meanwhile.
      if (pulled.unseen > 0) unseenAfterMs.forEach(requestIn);
      if (pulled.failure !== null) log({ event: 'content.failed', error: pulled.failure });
      else logLeftOut(pulled.problems);
      if (pulled.held !== null && pulled.held !== lastHeld)
        log({ event: 'content.held', error: pulled.held });
      lastHeld = pulled.held;
      const { dropped, failure } = pulled.addresses;
      if (failure !== null) log({ event: 'addresses.failed', error: failure });
      if (dropped > 0) log({ event: 'addresses.dropped', dropped });
      if (pulled.changes) {
        log({
          event: 'publish.done',
          entriesChanged: formatPaths(pulled.changes.changed),
          entriesRemoved: formatPaths(pulled.changes.removed),
        });
      }
      if (isNew || isWalkWrong) void requestWalk();
    }
    for (const call of callers) call();
    return pulled?.outcome === 'fresh';
  }

  const queue = await openPublishQueue({
    directory: join(config.dataDirectory, 'publish'),
    publish: publishEvents,
    log,
  });
  const reconcile =
    reconcileMinutes > 0
      ? setInterval(() => queue.request(), reconcileMinutes * 60_000)
      : undefined;
  // A command that pulls changes the snapshot, too.
  const follow = setInterval(() => {
    const version = readVersion(getSnapshotDirectory(config));
    const isOther = version !== '' && version !== pages.getState().version;
    if (isOther && !queue.getState().isBusy) queue.request();
  }, followEveryMs).unref();
  queue.request();

  return {
    ...queue,
    pages,
    /** Makes the content report; null while the code of the pages is not bundled yet. */
    async report(): Promise<{ html: string; code: string } | null> {
      const [process, code] = [visitors, renderer?.code];
      return process && code !== undefined ? { html: await process.report(), code } : null;
    },
    /** Asks for a pull, and waits until it has ended, but not long. */
    pullNow: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        setTimeout(resolve, pullPatienceMs).unref();
        queue.request();
      }),
    getState() {
      const { isBusy, failures } = queue.getState();
      const isDamaged = isWalkWrong || isContentDamaged || pages.getState().isWrong;
      // An event waits, or pages are being made.
      return { isBuilding: isBusy || isWalking, failures, isDamaged };
    },
    async stop() {
      clearInterval(reconcile);
      clearInterval(follow);
      clearTimeout(due);
      stopping.abort();
      await queue.stop();
      await requestWalk();
    },
  };
}

export type Publisher = Awaited<ReturnType<typeof startPublisher>>;
