/** Keeps the events of the content service, a burst for two runs at most. An event stays in a file until its run is done. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { ContentEvent } from '../../content/contentful/index.ts';
import { writeFile } from '../../disk/index.ts';
import { createSharedRun } from '../../shared-run.ts';
import { describeError, type Log } from '../../log.ts';
import { parseJson } from '../../schemas.ts';

interface QueueOptions {
  /** Folder of the file with the events. */
  directory: string;
  /** Brings the site up to date, including these events. Resolves to false after a failure. */
  run: (events: readonly ContentEvent[]) => Promise<boolean>;
  log: Log;
  clock?: typeof realClock;
}

const fileName = 'events.json';
const eventsSchema = v.array(
  v.object({
    kind: v.picklist(['Entry', 'Asset', 'ContentType', 'EnvironmentAlias']),
    id: v.string(),
    revision: v.nullable(v.number()),
    deleted: v.boolean(),
  }),
);

/** Time after a run with events in which the next run waits for the burst of events to end. */
const calmMs = 10_000;
/** Without a new event for this long a burst has ended. */
const quietMs = 1000;
/** Time until the first retry of a failed run; each further delay doubles. */
const firstRetryMs = 5000;
const longestRetryMs = 300_000;

const realClock = {
  now: () => performance.now(),
  /** Resolves early when the signal aborts. */
  wait: (delayMs: number, signal: AbortSignal): Promise<void> =>
    wait(delayMs, undefined, { signal }).catch(() => undefined),
};

/** Opens the queue with the events that an earlier process left. */
export async function openEventQueue({ directory, run, log, clock = realClock }: QueueOptions) {
  const { now } = clock;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const stored = await readFile(join(directory, fileName), 'utf8').catch(() => '');
  let pending: ContentEvent[] = parseJson(eventsSchema, stored) ?? [];
  /** Events of the run in progress. */
  let current: ContentEvent[] = [];
  let isRequested = false;
  let running = false;
  let failures = 0;
  let lastAt = -Infinity;
  let lastRun = -Infinity;
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  /** Ends the wait before a retry. */
  let retryNow: () => void = () => undefined;

  const store = createSharedRun(() =>
    writeFile(directory, fileName, JSON.stringify([...current, ...pending])),
  );
  const pause = (delayMs: number, signal = stopping.signal) => clock.wait(delayMs, signal);
  const untilAsked = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  const untilQuiet = async () => {
    while (now() - lastRun < calmMs) {
      const newest = lastAt;
      await pause(Math.max(0, newest + quietMs - now()));
      if (newest === lastAt || stopping.signal.aborted) return;
    }
  };

  const reportFailure = (error: unknown) => log({ event: 'pull.failed', ...describeError(error) });

  async function runOnce(): Promise<void> {
    if (stopping.signal.aborted) return;
    current = pending;
    pending = [];
    isRequested = false;
    running = true;
    // A run without events is no part of a burst: the next event must not wait.
    const isBurst = current.length > 0;
    const isDone = await run(current).catch((error: unknown) => {
      reportFailure(error);
      return false;
    });
    running = false;
    if (isBurst) lastRun = now();
    if (isDone) {
      failures = 0;
      current = [];
      // Events that stay in the file have one more run after a restart.
      if (isBurst) await store().catch(reportFailure);
      return;
    }
    failures += 1;
    pending.unshift(...current);
    current = [];
    isRequested = true;
    const early = new AbortController();
    retryNow = () => early.abort();
    await pause(
      Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs),
      AbortSignal.any([stopping.signal, early.signal]),
    );
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (pending.length === 0 && !isRequested) await untilAsked();
      await untilQuiet();
      await runOnce();
    }
  }

  function request(): void {
    lastAt = now();
    isRequested = true;
    wake();
  }

  const working = work();
  return {
    /** The event is on the disk once the promise resolves. */
    async accept(event: ContentEvent): Promise<void> {
      lastAt = now();
      pending.push(event);
      wake();
      await store();
    },
    /** Requests a run without an event, for changes whose webhook was missed. */
    request,
    /** Requests a run that does not wait for the next try after a failure. */
    requestAtOnce(): void {
      request();
      retryNow();
    },
    /** `isBusy`: an event waits, or a run is in progress. `failures` counts failed runs since the last success. */
    getState: () => ({ isBusy: running || pending.length > 0, failures }),
    async stop(): Promise<void> {
      stopping.abort();
      wake();
      await working;
    },
  };
}
