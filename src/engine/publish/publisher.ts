/**
 * Keeps the site of a running server up to date: events, changes without an event, posts that become
 * due.
 */
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { company } from '../../data/company.ts';
import type { ContentEvent, ContentType, Problem } from '../content/index.ts';
import { getDay, getNextMidnight } from '../content/read.ts';
import { createSharedRun } from '../disk/index.ts';
import { describeError, type Log } from '../log.ts';
import { PublishError } from './child.ts';
import {
  createPublishRunner,
  followUp,
  publish,
  type PublishDone,
  type PublishSite,
} from './process.ts';
import { getSiteDirectory } from '../../config.ts';
import type { Site } from './site-files.ts';
import { openPublishQueue, type PublishQueue } from './queue.ts';
import { readRelease } from './release.ts';
import { createReleaseReader } from './site.ts';

/** What a publish needs beside the content. */
export interface Publishing {
  /**
   * Bundles the code of the pages if it changed. Called again after a failed publish.
   * @throws {PublishError} when the code cannot be bundled
   */
  prepareRenderer: (signal: AbortSignal) => Promise<PublishSite['renderer']>;
  /** Content types that may lose most of their entries in the first publish. */
  acceptFewer?: readonly ContentType[];
  /** Called after each successful publish. */
  onDone?: (done: PublishDone) => void;
}

interface PublisherOptions extends Publishing {
  config: PublishSite['config'];
  /** `RECONCILE_MINUTES` */
  reconcileMinutes: number;
  /** Called with every new release. */
  onRelease: (site: Site) => Promise<void>;
  log: Log;
}

export interface Publisher extends Pick<PublishQueue, 'accept' | 'request'> {
  /** `isDamaged`: a file of the site is missing or damaged, and not made again yet. */
  getState(): ReturnType<PublishQueue['getState']> & { isDamaged: boolean };
  /** Makes everything again, because this file is missing or damaged. */
  heal(path: string): void;
  stop(): Promise<void>;
}

/** Milliseconds between two publishes because of the same file: perhaps nothing can make the file again. */
const damageEvery = 10 * 60 * 1000;
/** Milliseconds before a follow-up, in which visitors come first and further releases join. */
const followUpPause = 3000;
/** Milliseconds before a follow-up that failed is repeated. */
const followUpRetry = 60_000;
/**
 * Milliseconds after which the publisher asks the content service again for an event that was not
 * shown.
 */
const unseenAfter = [2000, 5000, 10_000, 20_000, 40_000, 60_000];

const explain = (error: unknown): string =>
  error instanceof PublishError ? error.message : describeError(error).error;

/**
 * Creates a function that asks for a follow-up; its parameter says whether to look for missing and damaged files.
 * Releases that arrive meanwhile share the next run.
 */
function createFollowUp(
  { config, log }: PublisherOptions,
  signal: AbortSignal,
  onDone: (done: { isDamaged: boolean; isChecked: boolean; hasFailed: boolean }) => Promise<void>,
) {
  let pause = followUpPause;
  let checks = false;
  const run = createSharedRun(async () => {
    await wait(pause, undefined, { signal });
    const site = { config, siteDirectory: getSiteDirectory(config), checks };
    checks = false;
    const { failures, isDamaged } = await followUp(site, { background: true, signal }).catch(
      (error: unknown) => ({ failures: [explain(error)], isDamaged: false }),
    );
    signal.throwIfAborted();
    for (const error of failures) log({ event: 'follow-up.failed', error });
    const hasFailed = failures.length > 0;
    pause = hasFailed ? followUpRetry : followUpPause;
    await onDone({ isDamaged, isChecked: site.checks, hasFailed });
    if (hasFailed) void request(true);
  });
  const request = async (isCheck: boolean): Promise<void> => {
    checks ||= isCheck;
    await run().catch((error: unknown) => {
      if (!signal.aborted) log({ event: 'follow-up.failed', error: explain(error) });
    });
  };
  return request;
}

/** Logs each entry that the site does not show, once for each reason. */
function createLeftOutLog(log: Log) {
  let known = new Set<string>();
  return (problems: readonly Problem[]): void => {
    const lines = new Map(
      problems.flatMap(({ isLeftOut, contentType, entryId, entryTitle, field, message }) => {
        const reason = `${field} ${message}`;
        const line = { contentType, entry: entryId, title: entryTitle, reason };
        return isLeftOut ? [[JSON.stringify(line), line] as const] : [];
      }),
    );
    for (const [key, line] of lines) if (!known.has(key)) log({ event: 'entry.left-out', ...line });
    known = new Set(lines.keys());
  };
}

/** The result of a publish, and whether it rendered every page. */
type Published = PublishDone & { whole: boolean };

/** Makes releases one after the other, each in a process of its own. */
function createPublishing(options: PublisherOptions, signal: AbortSignal) {
  const { prepareRenderer, log } = options;
  const siteDirectory = getSiteDirectory(options.config);
  // Keeping the release in force is better than pages with error texts.
  const config = { ...options.config, contentOnFailure: 'stale' } as const;
  const publishChanges = createPublishRunner(signal);
  let site: PublishSite | null = null;
  let acceptFewer = options.acceptFewer ?? [];
  let isHealing = false;
  let hasPublished = false;
  /** Day of the last whole publish, which the release keeps across restarts. */
  let wholeDay = getDay(readRelease(siteDirectory)?.wholeAt ?? 0, company.timeZone);
  const getToday = () => getDay(Date.now(), company.timeZone);
  /** Whether a new day has begun, which may change the year of the copyright line. */
  const isOfAnotherDay = () => wholeDay !== getToday();

  const logFailure = (error: unknown) => {
    if (!signal.aborted) log({ event: 'publish.failed', error: explain(error) });
  };

  /** @returns null when the publish failed; the log has the reason */
  async function make(events: readonly ContentEvent[]): Promise<Published | null> {
    // Changes come first: a whole publish takes longer.
    const isRoutine = hasPublished && events.length === 0 && isOfAnotherDay();
    try {
      site ??= { config, siteDirectory, renderer: await prepareRenderer(signal) };
      if (!isHealing && !isRoutine)
        return { ...(await publishChanges(site, { events, acceptFewer })), whole: false };
    } catch (error) {
      logFailure(error);
      // A whole publish may succeed after a publish of changes failed.
      const isRetried = error instanceof PublishError && ['site', 'time'].includes(error.kind);
      if (!isRetried || signal.aborted) return null;
    }
    if (!site) return null;
    try {
      const task = { events, acceptFewer, whole: true, background: isRoutine, signal };
      const done = await publish(site, task);
      isHealing = false;
      wholeDay = getToday();
      return { ...done, whole: true };
    } catch (error) {
      logFailure(error);
      site = null; // the bundle may be damaged
      return null;
    }
  }

  return {
    isOfAnotherDay,

    /** Makes the next publish a whole one. */
    noteDamage(): void {
      isHealing = true;
    },

    async publish(events: readonly ContentEvent[]): Promise<Published | null> {
      const done = await make(events);
      if (done) acceptFewer = [];
      hasPublished ||= done !== null;
      return done;
    },
  };
}

/** Starts with a publish, which brings code and content up to date after any time without a server. */
export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const { config, reconcileMinutes, onRelease, onDone, log } = options;
  const siteDirectory = getSiteDirectory(config);
  const stopping = new AbortController();
  const { signal } = stopping;
  const readRelease = createReleaseReader(config, siteDirectory);
  const showRelease = async () => {
    const site = readRelease();
    if (site && !signal.aborted) await onRelease(site);
  };
  let isDamaged = false;
  /** When each file was found missing or damaged last. */
  const foundAt = new Map<string, number>();
  const heal = (path: string) => {
    const now = performance.now();
    if (now - (foundAt.get(path) ?? -Infinity) < damageEvery) return;
    foundAt.set(path, now);
    isDamaged = true;
    log({ event: 'site.damaged', file: basename(path) });
    publishing.noteDamage();
    queue.request();
  };
  const followRelease = createFollowUp(options, signal, async (done) => {
    await showRelease();
    isDamaged ||= done.hasFailed;
    if (done.isDamaged) heal(siteDirectory);
    else if (done.isChecked && !done.hasFailed) {
      isDamaged = false;
      foundAt.clear();
      log({ event: 'site.checked' });
    }
  });
  const publishing = createPublishing(options, signal);
  const logLeftOut = createLeftOutLog(log);
  let due: NodeJS.Timeout | undefined;
  let isFirst = true;

  const requestIn = (milliseconds: number) =>
    setTimeout(() => queue.request(), milliseconds).unref();

  async function publishEvents(events: readonly ContentEvent[]): Promise<boolean> {
    const done = await publishing.publish(events);
    if (done) {
      const { pull, pages, whole } = done;
      // Neither a withheld post nor a new day causes an event when its time comes.
      clearTimeout(due);
      const now = Date.now();
      const postDue = pages.nextDue === null ? Infinity : Date.parse(pages.nextDue);
      const dayDue = publishing.isOfAnotherDay() ? now : getNextMidnight(now, company.timeZone);
      due = requestIn(Math.max(0, Math.min(postDue, dayDue) - now) + 500);
      // Other events go live meanwhile.
      if (done.unseen > 0) unseenAfter.forEach(requestIn);
      if (pull.failure !== null) log({ event: 'content.failed', error: pull.failure });
      else logLeftOut(pull.problems);
      if (pages.isNew) {
        await showRelease();
        const { rendered, changed, removed, entriesChanged, entriesRemoved } = pages;
        const event = whole ? 'publish.healed' : 'publish.done';
        log({ event, rendered, changed, removed, entriesChanged, entriesRemoved });
      }
      onDone?.(done);
    }
    if (isFirst || done?.whole || done?.pages.isNew)
      void followRelease(isFirst || done?.whole === true);
    isFirst = false;
    return done?.pull.outcome === 'fresh';
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
  queue.request();

  return {
    ...queue,
    getState: () => ({ ...queue.getState(), isDamaged }),
    heal,
    async stop() {
      clearInterval(reconcile);
      clearTimeout(due);
      stopping.abort();
      await queue.stop();
      await followRelease(false);
    },
  };
}
