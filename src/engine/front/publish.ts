/**
 * A publish, from the stored event to the warm cache: the queue begins a run, which pulls the content, shows its version,
 * which makes all stored pages stale, and warms the cache up. The next visitor of a page has it made anew (cache.ts).
 * Runs also begin for changes without an event.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getSnapshotDirectory } from '../account.ts';
import { timeZone } from '../site.ts';
import type { ContentEvent } from '../content/contentful/index.ts';
import { getCollection, readVersion } from '../content/index.ts';
import { getNextMidnight } from '../content/read.ts';
import { createSharedRun } from '../base/shared-run.ts';
import { describeError, type Log, type LogEntry } from '../base/log.ts';
import type { Bundle } from '../origin/index.ts';
import type { Pulled, PullProcess, PullTask } from '../pull/index.ts';
import type { Cache } from './cache.ts';
import { startOrigin, type OriginEvents } from './origin.ts';
import { openEventQueue } from './queue.ts';

/** What bringing a site up to date needs beside the content. */
export interface Publishing {
  /** Bundles the code if it changed, again after a failure. @throws {TaskError} */
  prepareBundle: (signal: AbortSignal) => Promise<Bundle>;
  /** Whether content types may lose most of their entries in the first pull. */
  acceptFewer?: boolean;
}

interface PublishingOptions extends Publishing {
  config: PullTask['config'];
  cache: Cache;
  puller: PullProcess;
  events: OriginEvents;
  /** Called with the folder of the scripts and styles of new code. */
  onCode: (clientDirectory: string) => Promise<void>;
  /** Called after a warm-up. */
  onWarm: () => Promise<void>;
  /** `RECONCILE_MINUTES` */
  reconcileMinutes: number;
  log: Log;
}

/** Time between two looks at the version of the content on the disk. */
const checkEveryMs = 2000;
/** Time after which a pull that runs makes the health 'degraded'. */
const longestUsualPullMs = 120_000;
/** Time before a warm-up, in which visitors come first and further pulls join. */
const warmUpDelayMs = 1000;
/** Time between two looks whether visitors wait for pages, or editors for a pull. */
const yieldMs = 20;
/** Of so many pages, the first of the list, a warm-up takes the best compression: that costs ten times the rendering. */
const mostBest = 500;
/** Failed pages after which a warm-up ends: each may have cost a process. */
const mostFailures = 20;
/** Times after which the content service is asked again for an event that it did not show. */
const unseenAfterMs = [2000, 5000, 10_000, 20_000, 40_000, 60_000];
/** Unknown addresses together cause one pull in this time. */
const askedEveryMs = 5000;
/** Entries that the log names, at most. */
const mostNamed = 20;

/** Starts with a pull, which brings the content up to date after any time without a server. */
export async function startPublishing(options: PublishingOptions) {
  const { config, cache, puller, prepareBundle, onCode, reconcileMinutes, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const logPull = createPullLog(log);
  /** When the pull began that runs, by the monotonic clock; null between pulls. */
  let pullingSince: number | null = null;
  const warmUp = createWarmUp(options, () => pullingSince !== null, signal);
  /** The bundle of the code that runs; null until it is whole, and while the code is broken. */
  let bundle: Bundle | null = null;
  let acceptFewer = options.acceptFewer ?? false;
  /** Whether the origin could not read what is on the disk: then everything is read again. */
  let isDamaged = false;
  let isFirst = true;
  /** Why the address book could not be used; null when it was. */
  let addressFailure: string | null = null;
  let due: NodeJS.Timeout | undefined;
  /** Who waits for the next run that begins. */
  let callers: ((isRead: boolean) => void)[] = [];
  let asked: { at: number; isRead: Promise<boolean> } | null = null;

  // 1. The webhook accepts an event, or a timer asks for a run: the queue begins one.
  const queue = await openEventQueue({
    directory: join(config.dataDirectory, 'events'),
    run: runEvents,
    log,
  });
  const requestIn = (delayMs: number) => setTimeout(() => queue.request(), delayMs).unref();

  // 2. A run goes through all that follows.
  async function runEvents(events: readonly ContentEvent[]): Promise<boolean> {
    const waiting = callers;
    callers = [];
    const before = cache.getShown();
    const pulled = await pullEvents(events);
    const isShown = pulled !== null && bundle !== null && (await showVersion(bundle, pulled));
    if (pulled && isShown) {
      ({ addressFailure } = pulled);
      setTimers(pulled);
      logPull(pulled);
      if (isFirst || before !== cache.getShown() || cache.hasFailures()) void warmUp.request();
      isFirst = false;
    }
    const isRead = isShown && pulled.outcome === 'fresh';
    for (const tell of waiting) tell(isRead);
    return isRead;
  }

  // 3. The pull process reads what changed into the snapshot. The code is bundled before, if it changed.
  async function pullEvents(events: readonly ContentEvent[]): Promise<Pulled | null> {
    pullingSince = performance.now();
    try {
      bundle ??= await prepareBundle(signal);
      const keepsAddresses = !config.contentful.showsDrafts;
      const pulled = await puller.pull({ events, acceptFewer, isDamaged, keepsAddresses });
      acceptFewer = false;
      isDamaged = false;
      return pulled;
    } catch (error) {
      if (!signal.aborted) log({ event: 'pull.failed', error: describeError(error).error });
      return null;
    } finally {
      pullingSince = null;
    }
  }

  // 4. The cache shows the version: every stored page is stale. Another origin takes the place of one that has ended for good.
  async function showVersion(own: Bundle, { version, pulledAt }: Pulled): Promise<boolean> {
    const shown = cache.getShown();
    const isRunning = shown.origin.code === own.code && !shown.origin.isDamaged();
    if (isRunning && shown.version === version) return true;
    try {
      const { origin } = isRunning ? shown : await startOrigin(own, config, options.events);
      if (!isRunning) await onCode(origin.clientDirectory);
      cache.show({ origin, version, pulledAt });
      return true;
    } catch (error) {
      bundle = null; // it may be damaged
      if (!signal.aborted) log({ event: 'code.failed', error: describeError(error).error });
      return false;
    }
  }

  // 5. Neither a withheld entry nor a new day causes an event when its time comes.
  function setTimers({ nextDue, unseen }: Pulled): void {
    clearTimeout(due);
    const now = Date.now();
    const next = Math.min(nextDue ?? Infinity, getNextMidnight(now, timeZone));
    due = requestIn(Math.max(0, next - now) + 500);
    // Other events go live meanwhile.
    if (unseen > 0) unseenAfterMs.forEach(requestIn);
  }

  const reconcile =
    reconcileMinutes > 0
      ? setInterval(() => queue.request(), reconcileMinutes * 60_000)
      : undefined;
  // A command that pulls changes the snapshot, too.
  const versionCheck = setInterval(() => {
    const version = readVersion(getSnapshotDirectory(config));
    const isOther = version !== cache.getShown().version;
    if (isOther && !queue.getState().isBusy) queue.request();
  }, checkEveryMs).unref();
  queue.request();

  /** Asks for a pull. @returns whether it read the content service */
  const pullNow = () =>
    new Promise<boolean>((resolve) => {
      callers.push(resolve);
      queue.look();
    });

  return {
    accept: (event: ContentEvent) => queue.accept(event),
    pullNow,

    /** Looks for an item that no event told of. Many visitors share a pull. @returns whether the service was read */
    lookForItem: (): Promise<boolean> => {
      const now = performance.now();
      if (!asked || now - asked.at >= askedEveryMs) asked = { at: now, isRead: pullNow() };
      return asked.isRead;
    },

    /** Code or content on the disk cannot be read: the next pull makes both again. */
    readEverything(): void {
      isDamaged = true;
      bundle = null;
      queue.request();
    },

    /** `isBuilding`: an event waits, a pull runs, or its warm-up is not done. `isFaulty`: the last pull failed, one runs for minutes, or content or address book are damaged. */
    getState() {
      const { isBusy, failures } = queue.getState();
      const isLong = pullingSince !== null && performance.now() - pullingSince > longestUsualPullMs;
      return {
        isBuilding: isBusy || warmUp.isAwaited(),
        isFaulty: failures > 0 || isLong || isDamaged || addressFailure !== null,
      };
    },

    async stop() {
      clearInterval(reconcile);
      clearInterval(versionCheck);
      clearTimeout(due);
      stopping.abort();
      await queue.stop();
    },
  };
}

export type RunningPublishing = Awaited<ReturnType<typeof startPublishing>>;

// 6. The warm-up asks for every page, so that visitors find it ready and one that fails is known.
function createWarmUp(
  { cache, onWarm, log }: PublishingOptions,
  isPulling: () => boolean,
  signal: AbortSignal,
) {
  /** Warm-ups that are requested and not done. */
  let awaited = 0;

  async function warm(): Promise<void> {
    await wait(warmUpDelayMs, undefined, { signal });
    const shown = cache.getShown();
    let failures = 0;
    try {
      for (const [index, path] of (await shown.origin.listPaths(shown.version)).entries()) {
        while (cache.isAwaited() || isPulling()) await wait(yieldMs, undefined, { signal });
        // The warm-up of a newer version asks for the others.
        if (cache.getShown() !== shown) return;
        await cache.warm(path, index < mostBest ? 'best' : 'fast').catch(() => (failures += 1));
        if (failures === mostFailures) return;
        signal.throwIfAborted();
      }
      await onWarm();
    } catch (error) {
      if (!signal.aborted) log({ event: 'warm-up.failed', error: describeError(error).error });
    }
  }
  const share = createSharedRun(warm);

  return {
    async request(): Promise<void> {
      awaited += 1;
      await share().catch(() => undefined); // the server stops
      awaited -= 1;
    },
    isAwaited: () => awaited > 0,
  };
}

function formatPaths(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return paths.slice(0, mostNamed).join(' ') + more;
}

/** Says in the log what came of a pull, and each sentence of the content report once, as long as it holds. */
function createPullLog(log: Log) {
  let known = new Map<string, LogEntry>();
  return ({ failure, problems, held, addressFailure, changes }: Pulled): void => {
    if (failure !== null) log({ event: 'content.failed', error: failure });
    else {
      const lines = problems.map((problem): LogEntry => {
        const { isLeftOut, collection, entryId, entryTitle, field, message } = problem;
        const event = isLeftOut ? 'entry.left-out' : 'entry.lost';
        const { contentType } = getCollection(collection);
        const reason = `${field} ${message}`;
        return { event, contentType, entry: entryId, title: entryTitle, reason };
      });
      if (held !== null) lines.push({ event: 'content.held', error: held });
      const all = new Map(lines.map((line) => [JSON.stringify(line), line]));
      for (const [key, line] of all) if (!known.has(key)) log(line);
      known = all;
    }
    if (addressFailure !== null) log({ event: 'addresses.failed', error: addressFailure });
    if (changes)
      log({
        event: 'pull.done',
        entriesChanged: formatPaths(changes.changed),
        entriesRemoved: formatPaths(changes.removed),
      });
  };
}
