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
  /** Events of the run in progress; null between two runs. */
  let current: ContentEvent[] | null = null;
  /** Whether a run is wanted that no event asks for. */
  let isRequested = false;
  let failures = 0;
  /** When the last event or request came, and when the last run with events ended. */
  let askedAt = -Infinity;
  let endedAt = -Infinity;
  const stopping = new AbortController();
  let wake: () => void = () => undefined;
  /** Ends the wait before a retry. */
  let retryNow: () => void = () => undefined;

  const store = createSharedRun(() =>
    writeFile(directory, fileName, JSON.stringify([...(current ?? []), ...pending])),
  );
  const pause = (delayMs: number, signal = stopping.signal) => clock.wait(delayMs, signal);
  const untilAsked = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });

  const untilQuiet = async () => {
    while (now() - endedAt < calmMs) {
      const newest = askedAt;
      await pause(Math.max(0, newest + quietMs - now()));
      if (newest === askedAt || stopping.signal.aborted) return;
    }
  };

  const reportFailure = (error: unknown) => log({ event: 'pull.failed', ...describeError(error) });

  async function runOnce(): Promise<void> {
    if (stopping.signal.aborted) return;
    const events = pending;
    current = events;
    pending = [];
    isRequested = false;
    const isDone = await run(events).catch((error: unknown) => {
      reportFailure(error);
      return false;
    });
    current = null;
    // A run without events is no part of a burst: the next event must not wait.
    const isBurst = events.length > 0;
    if (isBurst) endedAt = now();
    if (isDone) {
      failures = 0;
      // Events that stay in the file have one more run after a restart.
      if (isBurst) await store().catch(reportFailure);
      return;
    }
    failures += 1;
    pending.unshift(...events);
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
    askedAt = now();
    isRequested = true;
    wake();
  }

  const working = work();
  return {
    /** The event is on the disk once the promise resolves. */
    async accept(event: ContentEvent): Promise<void> {
      askedAt = now();
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
    getState: () => ({ isBusy: current !== null || pending.length > 0, failures }),
    async stop(): Promise<void> {
      stopping.abort();
      wake();
      await working;
    },
  };
}
