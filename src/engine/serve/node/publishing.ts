/**
 * Brings content and code of a running server up to date: for events, for changes without an event, and for entries
 * that become due. One run reads in the order in which things happen: the code, the pull, what is shown, the round.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getSnapshotDirectory } from '../../config.ts';
import { timeZone } from '../../site.ts';
import type { ContentEvent } from '../../content/contentful/index.ts';
import { getCollection, readVersion, type Problem } from '../../content/index.ts';
import { getNextMidnight } from '../../content/read.ts';
import { createSharedRun } from '../../shared-run.ts';
import { describeError, type Log } from '../../log.ts';
import type { Pulled, PullProcess, PullTask } from '../../pull/index.ts';
import {
  isWholeBundle,
  startRendering,
  type Bundle,
  type Quality,
  type RememberedPages,
} from '../../render/index.ts';
import { openEventQueue } from './queue.ts';

/** What bringing a site up to date needs beside the content. */
export interface Publishing {
  /** Bundles the code if it changed, again after a failure. @throws {TaskError} */
  prepareBundle: (signal: AbortSignal) => Promise<Bundle>;
  /** Whether content types may lose most of their entries in the first pull. */
  acceptFewer?: boolean;
  /** Called after each pull. */
  onPulled?: (pulled: Pulled) => void;
}

interface PublishingOptions extends Publishing {
  config: PullTask['config'];
  pages: RememberedPages;
  puller: PullProcess;
  /** Called with the folder of the scripts and styles of new code. */
  onCode: (clientDirectory: string) => Promise<void>;
  /** Called after a round. */
  onRound: () => Promise<void>;
  /** `RECONCILE_MINUTES` */
  reconcileMinutes: number;
  log: Log;
}

/** Time between two looks at the version of the content on the disk. */
const checkEveryMs = 2000;
/** Time before a round, in which visitors come first and further pulls join. */
const roundDelayMs = 1000;
/** Time between two looks whether visitors wait for pages, or editors for a pull. */
const yieldMs = 20;
/** Of so many pages, the first of the list, a round takes the best compression: that costs ten times the rendering. */
const mostBest = 500;
/** Failures of the render process after which a round ends. */
const mostProcessFaults = 3;
/** Time before what failed is tried again without an event. */
const retryMs = 60_000;
/** Times after which the content service is asked again for an event that it did not show. */
const unseenAfterMs = [2000, 5000, 10_000, 20_000, 40_000, 60_000];
/** Unknown addresses together cause one pull in this time. */
const askedEveryMs = 5000;
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

/** Says in the log what came of a pull. */
function createPullLog(log: Log) {
  const logLeftOut = createLeftOutLog(log);
  let lastHeld: string | null = null;
  return ({ failure, problems, held, addressFailure, changes }: Pulled): void => {
    if (failure === null) logLeftOut(problems);
    else log({ event: 'content.failed', error: failure });
    if (held !== null && held !== lastHeld) log({ event: 'content.held', error: held });
    lastHeld = held;
    if (addressFailure !== null) log({ event: 'addresses.failed', error: addressFailure });
    if (changes)
      log({
        event: 'pull.done',
        entriesChanged: formatPaths(changes.changed),
        entriesRemoved: formatPaths(changes.removed),
      });
  };
}

/** Asks for every page after a change, so that visitors find it ready and one that fails is known. */
function createRounds(
  { pages, onRound, log }: PublishingOptions,
  isPulling: () => boolean,
  signal: AbortSignal,
) {
  /** Rounds that are requested and not done. */
  let awaited = 0;
  /** Failures of the render process since the last round began. */
  let processFaults = 0;

  /** First all pages; then those again that only the best compression may fit into one round trip. */
  function* plan(paths: readonly string[]): Generator<[path: string, quality: Quality]> {
    for (const [index, path] of paths.entries()) yield [path, index < mostBest ? 'best' : 'fast'];
    for (const path of paths) if (pages.isLong(path)) yield [path, 'best'];
  }

  async function make(): Promise<void> {
    await wait(roundDelayMs, undefined, { signal });
    const shown = pages.getShown();
    processFaults = 0;
    try {
      for (const [path, quality] of plan(await shown.rendering.list(shown.version))) {
        while (pages.isAwaited() || isPulling()) await wait(yieldMs, undefined, { signal });
        // The round of a newer version asks for the others.
        if (pages.getShown() !== shown || processFaults >= mostProcessFaults) return;
        await pages.prepare(path, quality).catch(() => undefined);
        signal.throwIfAborted();
      }
      pages.forgetGone();
      await onRound();
    } catch (error) {
      if (!signal.aborted) log({ event: 'round.failed', error: describeError(error).error });
    }
  }
  const share = createSharedRun(make);

  return {
    async request(): Promise<void> {
      awaited += 1;
      await share().catch(() => undefined); // the server stops
      awaited -= 1;
    },
    isAwaited: () => awaited > 0,
    /** Notes that the render process failed. @returns whether that ends a round */
    noteProcessFault(): boolean {
      processFaults += 1;
      return processFaults >= mostProcessFaults;
    },
  };
}

/** Starts with a pull, which brings the content up to date after any time without a server. */
export async function startPublishing(options: PublishingOptions) {
  const { config, pages, puller, prepareBundle, onCode, reconcileMinutes, onPulled, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const logPull = createPullLog(log);
  let isPulling = false;
  const rounds = createRounds(options, () => isPulling, signal);
  /** The bundle of the code that runs; null until it is whole, and while the code is broken. */
  let bundle: Bundle | null = null;
  /** Whether the code that is shown must be loaded anew: its process failed, or its bundle is damaged. */
  let isCodeBroken = false;
  let acceptFewer = options.acceptFewer ?? false;
  let isContentDamaged = false;
  let mendedAt = -Infinity;
  let codeCheckedAt = -Infinity;
  let due: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let codeCheck: NodeJS.Timeout | undefined;
  /** Who waits for the next run that begins. */
  let callers: ((isFresh: boolean) => void)[] = [];
  let asked: { at: number; isFresh: Promise<boolean> } | null = null;

  const requestIn = (delayMs: number) => setTimeout(() => queue.request(), delayMs).unref();

  /** Pulls. @returns null when that failed; the log has the reason */
  async function pull(events: readonly ContentEvent[]): Promise<Pulled | null> {
    const isDamaged = isContentDamaged;
    isPulling = true;
    try {
      bundle ??= await prepareBundle(signal);
      const keepsAddresses = !config.contentful.showsDrafts;
      const pulled = await puller.pull({ events, acceptFewer, isDamaged, keepsAddresses });
      acceptFewer = false;
      if (isDamaged) {
        isContentDamaged = false;
        pages.retryFailed();
      }
      return pulled;
    } catch (error) {
      if (!signal.aborted) log({ event: 'pull.failed', error: describeError(error).error });
      return null;
    } finally {
      isPulling = false;
    }
  }

  /** Shows a version of the content by the pages of the code that runs. @returns whether these could be loaded */
  async function show(own: Bundle, { version, pulledAt }: Pulled): Promise<boolean> {
    const shown = pages.getShown();
    const isOwnCode = shown.rendering.code === own.code && !isCodeBroken;
    if (isOwnCode && shown.version === version) return true;
    try {
      const rendering = isOwnCode ? shown.rendering : await startRendering(own, config, signal);
      if (!isOwnCode)
        await onCode(rendering.clientDirectory).catch((error: unknown) => {
          rendering.end();
          throw error;
        });
      isCodeBroken = false;
      pages.show({ rendering, version, pulledAt });
      return true;
    } catch (error) {
      bundle = null; // it may be damaged
      if (!signal.aborted) log({ event: 'code.failed', error: describeError(error).error });
      return false;
    }
  }

  /** Neither a withheld post nor a new day causes an event when its time comes. */
  function setTimers({ nextDue, unseen }: Pulled): void {
    clearTimeout(due);
    const now = Date.now();
    const next = Math.min(nextDue ?? Infinity, getNextMidnight(now, timeZone));
    due = requestIn(Math.max(0, next - now) + 500);
    // Other events go live meanwhile.
    if (unseen > 0) unseenAfterMs.forEach(requestIn);
  }

  /** Loads the code anew, which is bundled again if its bundle is damaged. */
  function renewCode(): void {
    bundle = null;
    isCodeBroken = true;
    queue.request();
  }

  async function renewDamagedCode(): Promise<void> {
    // A shortage passes.
    const isWhole = !bundle || (await isWholeBundle(bundle.directory).catch(() => true));
    codeCheckedAt = performance.now();
    codeCheck = undefined;
    if (!isWhole && !signal.aborted) renewCode();
  }

  let isFirst = true;
  async function run(events: readonly ContentEvent[]): Promise<boolean> {
    const waiting = callers;
    callers = [];
    const before = pages.getShown();
    const pulled = await pull(events);
    const isShown = pulled !== null && bundle !== null && (await show(bundle, pulled));
    if (pulled && isShown) {
      setTimers(pulled);
      logPull(pulled);
      onPulled?.(pulled);
      if (isFirst || before !== pages.getShown() || pages.hasFailures()) void rounds.request();
      isFirst = false;
    }
    const isFresh = isShown && pulled.outcome === 'fresh';
    for (const call of waiting) call(isFresh);
    return isFresh;
  }

  const queue = await openEventQueue({
    directory: join(config.dataDirectory, 'events'),
    run,
    log,
  });
  const reconcile =
    reconcileMinutes > 0
      ? setInterval(() => queue.request(), reconcileMinutes * 60_000)
      : undefined;
  // A command that pulls changes the snapshot, too; one that is lost or damaged has no version.
  const versionCheck = setInterval(() => {
    const version = readVersion(getSnapshotDirectory(config));
    const isOther = version !== pages.getShown().version;
    if (isOther && !queue.getState().isBusy) queue.request();
  }, checkEveryMs).unref();
  queue.request();

  /** Asks for a pull. @returns whether it read the content service */
  const pullNow = () =>
    new Promise<boolean>((resolve) => {
      callers.push(resolve);
      queue.requestAtOnce();
    });

  return {
    accept: (event: ContentEvent) => queue.accept(event),
    pullNow,

    /** Looks for an item that no event told of. Many visitors share a pull. @returns whether the service was read */
    lookForItem: (): Promise<boolean> => {
      const now = performance.now();
      if (!asked || now - asked.at >= askedEveryMs) asked = { at: now, isFresh: pullNow() };
      return asked.isFresh;
    },

    /** Notes that content or pictures are damaged: the next pull reads everything again. */
    mendContent(): void {
      if (isContentDamaged) return;
      isContentDamaged = true;
      // What cannot be mended must not be read again and again.
      const pause = Math.max(0, mendedAt + retryMs - performance.now());
      mendedAt = performance.now() + pause;
      requestIn(pause);
    },

    /** Notes that the process that renders failed. A round ends after some; its code is loaded anew in a while. */
    noteProcessFault(): void {
      if (!rounds.noteProcessFault() || retry) return;
      retry = setTimeout(() => {
        retry = undefined;
        renewCode();
      }, retryMs).unref();
    },

    /** Looks whether the bundle is damaged, after a page failed or a file of the code could not be sent. */
    checkCode(): void {
      if (codeCheck) return;
      const pause = Math.max(0, codeCheckedAt + retryMs - performance.now());
      codeCheck = setTimeout(() => void renewDamagedCode(), pause).unref();
    },

    /** `isBuilding`: an event waits, a pull runs, or its round is not done. `isFaulty`: the last pull failed, or content or code is damaged. */
    getState() {
      const { isBusy, failures } = queue.getState();
      return {
        isBuilding: isBusy || rounds.isAwaited(),
        isFaulty: failures > 0 || isContentDamaged || isCodeBroken,
      };
    },

    async stop() {
      clearInterval(reconcile);
      clearInterval(versionCheck);
      clearTimeout(due);
      clearTimeout(retry);
      clearTimeout(codeCheck);
      stopping.abort();
      await queue.stop();
    },
  };
}

export type RunningPublishing = Awaited<ReturnType<typeof startPublishing>>;
