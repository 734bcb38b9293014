/**
 * Publishes content events, one run at a time. A burst of events causes at most two runs, and the
 * second run includes the last event. An event leaves the store only after a run that published it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describeError, type Log } from '../log.ts';
import type { ContentEvent } from '../content/index.ts';

export interface EventStore {
  /** Events that an earlier process did not publish. */
  readonly left: readonly ContentEvent[];
  /** Adds an event; durable once the promise resolves. */
  add(event: ContentEvent): Promise<void>;
  /** Removes all events except these. */
  keep(events: readonly ContentEvent[]): Promise<void>;
}

interface QueueOptions {
  store: EventStore;
  /** Publishes the changes, including these events. Resolves to false after a failure. */
  publish: (events: readonly ContentEvent[]) => Promise<boolean>;
  log: Log;
  now: () => number;
}

export interface PublishQueue {
  accept(event: ContentEvent): Promise<void>;
  /** Requests a run without an event, for changes whose webhook was missed. */
  request(): void;
  /** `failures` counts the runs that failed since the last success. */
  getState(): { running: boolean; failures: number };
  stop(): Promise<void>;
}

/** Milliseconds after a run with events in which the next run waits for the burst of events to end. */
const calm = 10_000;
/** Milliseconds without a new event that end a burst, and the longest wait for that. */
const quiet = 1000;
const longestStorm = 10_000;
/** Milliseconds until the first retry of a failed run; each further delay doubles. */
const firstRetry = 5000;
const longestRetry = 300_000;

export function createPublishQueue({ store, publish, log, now }: QueueOptions): PublishQueue {
  let pending = [...store.left];
  let isRequested = false;
  let running = false;
  let failures = 0;
  let firstAt = now();
  let lastAt = -Infinity;
  let lastRun = -Infinity;
  const stopping = new AbortController();
  let wake: () => void = () => undefined;

  const note = () => {
    lastAt = now();
    if (pending.length === 0 && !isRequested) firstAt = lastAt;
  };
  const pause = (milliseconds: number) =>
    wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
  const untilAsked = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });

  const untilQuiet = async () => {
    while (now() - lastRun < calm && now() - firstAt < longestStorm) {
      const newest = lastAt;
      await pause(Math.max(0, newest + quiet - now()));
      if (newest === lastAt || stopping.signal.aborted) return;
    }
  };

  const reportFailure = (error: unknown) => {
    log({ event: 'publish.failed', ...describeError(error) });
  };

  async function run(): Promise<void> {
    if (stopping.signal.aborted) return;
    const events = pending;
    pending = [];
    isRequested = false;
    running = true;
    // A run without events is no part of a burst: the next event must not wait.
    const noteRun = () => {
      if (events.length > 0) lastRun = now();
    };
    noteRun();
    const isDone = await publish(events).catch((error: unknown) => {
      reportFailure(error);
      return false;
    });
    running = false;
    noteRun();
    if (isDone) {
      failures = 0;
      // Events that stay in the store are published once more after a restart.
      if (events.length > 0) await store.keep(pending).catch(reportFailure);
      return;
    }
    failures += 1;
    pending.unshift(...events);
    isRequested = true;
    await pause(Math.min(firstRetry * 2 ** (failures - 1), longestRetry));
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (pending.length === 0 && !isRequested) await untilAsked();
      await untilQuiet();
      await run();
    }
  }

  const working = work();
  return {
    async accept(event) {
      note();
      // Added in memory first: a run that ends meanwhile must not remove the new event from the store.
      pending.push(event);
      wake();
      await store.add(event);
    },
    request() {
      note();
      isRequested = true;
      wake();
    },
    getState: () => ({ running, failures }),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
