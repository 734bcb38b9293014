/**
 * Keeps the site of a running server up to date: events, changes without an event, posts that become
 * due.
 */
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ContentEvent, ContentType, Problem } from '../content/index.ts';
import { describeError, type Log } from '../log.ts';
import { createPublishQueue, type PublishQueue } from './queue.ts';
import type { Site } from '../serve/node/site.ts';
import { openEventStore } from './event-store.ts';
import {
  createPublishRunner,
  PublishError,
  runPublishProcess,
  type PublishDone,
  type PublishSite,
} from './publish-process.ts';
import { createReleasedSiteReader, removeOldSites } from './released-site.ts';
import { startProcess } from './start-process.ts';

/** What a publish needs beside the content. */
export interface Publishing {
  /**
   * Bundles the code of the pages if it changed. Called until one call succeeds.
   * @throws {PublishError} when the code cannot be bundled
   */
  prepareRenderer: (signal: AbortSignal) => Promise<PublishSite['renderer']>;
  /** Content types that may lose most of their entries in the first publish. */
  acceptFewer?: readonly ContentType[];
  /** Called after each successful publish with the milliseconds that it took. */
  onDone?: (done: PublishDone, took: number) => void;
}

interface PublisherOptions extends Publishing {
  config: PublishSite['config'];
  /** `RECONCILE_MINUTES` */
  reconcileMinutes: number;
  /** Called with every new release. */
  onRelease: (site: Site) => Promise<void>;
  log: Log;
}

export interface Publisher extends Pick<PublishQueue, 'accept' | 'request' | 'getState'> {
  /** Reads all content and renders all pages again, because the disk damaged something. */
  heal(): void;
  stop(): Promise<void>;
}

/** Milliseconds between two publishes that render every page, changed or not. */
const wholeEvery = 24 * 60 * 60 * 1000;
/** Milliseconds between two publishes because of damaged files. */
const damageEvery = 10 * 60 * 1000;
const followUpFile = fileURLToPath(new URL('follow-up.ts', import.meta.url));
/** Milliseconds. The share images of 10,000 posts take more than 10 minutes. */
const followUpLimit = 60 * 60 * 1000;
/** Milliseconds before a follow-up, in which visitors come first and further releases join. */
const followUpPause = 3000;
const longestTimer = 2 ** 31 - 1; // milliseconds

/**
 * Runs the follow-up process of releases, one at a time. Releases that arrive meanwhile share the next
 * run.
 */
function createFollowUp(
  { config, log }: Pick<PublisherOptions, 'config' | 'log'>,
  signal: AbortSignal,
  onDone: () => Promise<void>,
) {
  let running: Promise<unknown> = Promise.resolve();
  let isWaiting = false;
  const run = async () => {
    await wait(followUpPause, undefined, { signal });
    isWaiting = false;
    const { dataDirectory, contentful, site } = config;
    const options = { dataDirectory, background: true, signal };
    const input = { dataDirectory, contentful, site };
    const follower = startProcess(followUpFile, options);
    const answered = follower.ask(input, followUpLimit);
    follower.end();
    const failure = (await answered) ?? 'The process did not finish in time.';
    if (failure !== '') log({ event: 'follow-up.failed', error: failure });
    await onDone();
  };
  function request(): void {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(run).catch((error: unknown) => {
      if (!signal.aborted) log({ event: 'follow-up.failed', ...describeError(error) });
    });
  }
  return { request, untilDone: () => running };
}

/** Publishes at a due time: a withheld post causes no event when its time comes. */
function createDueTimer(onDue: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    /** @param due ISO 8601; null for never */
    set(due: string | null): void {
      clearTimeout(timer);
      if (due === null) return;
      const remaining = Math.max(0, Date.parse(due) - Date.now()) + 500;
      timer = setTimeout(onDue, Math.min(remaining, longestTimer));
    },
    clear: () => clearTimeout(timer),
  };
}

/**
 * Milliseconds after which the publisher asks the content service again for an event that was not
 * shown.
 */
const unseenAfter = [2000, 5000, 10_000, 20_000, 40_000, 60_000];

/** Repeats the publish for events that the content service did not show, while other events go live. */
function createReminders(request: () => void) {
  let timers: NodeJS.Timeout[] = [];
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  return {
    set(): void {
      clear();
      timers = unseenAfter.map((delay) => setTimeout(request, delay));
    },
    clear,
  };
}

/** Logs each entry that the site does not show, once for each reason. */
function createLeftOutLog(log: Log) {
  let known = new Set<string>();
  return (problems: readonly Problem[]): void => {
    const lines = problems
      .filter(({ isLeftOut }) => isLeftOut)
      .map(({ contentType, entryId, entryTitle, field, message }) => {
        const reason = `${field} ${message}`;
        const line = { contentType, entry: entryId, title: entryTitle, reason };
        return { line, key: JSON.stringify(line) };
      });
    for (const { line, key } of lines)
      if (!known.has(key)) log({ event: 'entry.left-out', ...line });
    known = new Set(lines.map(({ key }) => key));
  };
}

type Runner = ReturnType<typeof createPublishRunner>;

/** The result of a publish, and whether it rendered every page. */
type Published = PublishDone & { whole: boolean };

/** Makes releases one after the other, each in a process of its own. */
function createPublishing(options: PublisherOptions, signal: AbortSignal) {
  const { prepareRenderer, log } = options;
  // Keeping the release in force is better than pages with error texts.
  const config = { ...options.config, contentOnFailure: 'stale' } as const;
  let prepared: { renderer: PublishSite['renderer']; runner: Runner } | null = null;
  let acceptFewer = options.acceptFewer ?? [];
  let lastWhole = performance.now();
  let lastDamage = -Infinity;
  let isDamaged = false;

  const logFailure = (error: unknown) => {
    const reason = error instanceof PublishError ? error.message : describeError(error).error;
    if (!signal.aborted) log({ event: 'publish.failed', error: reason });
  };

  const prepare = async () => {
    const renderer = await prepareRenderer(signal);
    prepared = { renderer, runner: createPublishRunner({ config, renderer }, signal) };
    return prepared;
  };

  /** @returns null when the publish failed; the log has the reason */
  async function publish(events: readonly ContentEvent[]): Promise<Published | null> {
    const isRoutine = performance.now() - lastWhole > wholeEvery;
    const isHealing = isDamaged || isRoutine;
    isDamaged = false;
    const task = { events, whole: false, acceptFewer };
    try {
      const { runner } = prepared ?? (await prepare());
      if (!isHealing) return { ...(await runner.run(task)), whole: false };
    } catch (error) {
      logFailure(error);
      // A whole publish may succeed after a publish of changes failed.
      const isRetried = error instanceof PublishError && ['site', 'time'].includes(error.kind);
      if (!isRetried || signal.aborted) return null;
    }
    if (!prepared) return null;
    const { renderer } = prepared;
    const background = { background: isRoutine, signal };
    try {
      const done = await runPublishProcess(
        { config, renderer },
        { ...task, whole: true },
        background,
      );
      lastWhole = performance.now();
      return { ...done, whole: true };
    } catch (error) {
      logFailure(error);
      return null;
    }
  }

  return {
    /** Makes the next publish a whole one. */
    noteDamage(): void {
      // The files of earlier releases cannot be made again, and must not cause a publish each time.
      if (performance.now() - lastDamage < damageEvery) return;
      lastDamage = performance.now();
      isDamaged = true;
    },

    async publish(events: readonly ContentEvent[]): Promise<Published | null> {
      try {
        const done = await publish(events);
        if (done) acceptFewer = [];
        return done;
      } finally {
        // Deferred, because reading the new release needs the processor first.
        void nextTurn().then(() => prepared?.runner.prepare());
      }
    },
  };
}

/** Starts with a publish, which brings code and content up to date after any time without a server. */
export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const { config, reconcileMinutes, onRelease, onDone, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const due = createDueTimer(() => queue.request());
  const reminders = createReminders(() => queue.request());
  const readReleased = createReleasedSiteReader(config);
  const showRelease = async () => {
    const site = await readReleased();
    if (site && !signal.aborted) await onRelease(site);
  };
  const followUp = createFollowUp(options, signal, showRelease);
  const publishing = createPublishing(options, signal);
  const logLeftOut = createLeftOutLog(log);
  let isFirst = true;

  async function publish(events: readonly ContentEvent[]): Promise<boolean> {
    const start = performance.now();
    const done = await publishing.publish(events);
    if (done) {
      const { pull, pages, whole } = done;
      due.set(pages.nextDue);
      if (done.unseen > 0) reminders.set();
      if (pages.isNew) {
        await showRelease();
        const { rendered, changed, removed } = pages;
        log({ event: whole ? 'publish.healed' : 'publish.done', rendered, changed, removed });
      }
      if (pull.failure !== null) log({ event: 'content.failed', error: pull.failure });
      else logLeftOut(pull.report.problems);
      onDone?.(done, performance.now() - start);
      if (isFirst) await removeOldSites(config, Date.now());
    }
    if (isFirst || done?.pages.isNew) followUp.request();
    isFirst = false;
    return done?.pull.outcome === 'fresh';
  }

  const queue = createPublishQueue({
    store: await openEventStore(join(config.dataDirectory, 'publish')),
    publish,
    log,
    now: () => performance.now(),
  });
  const reconcile =
    reconcileMinutes > 0
      ? setInterval(() => queue.request(), reconcileMinutes * 60_000)
      : undefined;
  queue.request();

  return {
    ...queue,
    heal() {
      publishing.noteDamage();
      queue.request();
    },
    async stop() {
      clearInterval(reconcile);
      due.clear();
      reminders.clear();
      stopping.abort();
      await queue.stop();
      await followUp.untilDone();
    },
  };
}
