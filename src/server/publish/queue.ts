/**
 * Events to publish, one run at a time: a storm of them is at most two runs, the second of which sees
 * the last event. A event leaves the store only when a run has fulfilled it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describeError, type Log } from '../log.ts';
import type { ContentEvent } from '../../content/contentful/contract.ts';

export interface EventStore {
  /** What an earlier process was asked and did not get done. */
  readonly left: readonly ContentEvent[];
  /** Durable once it resolves. */
  add(event: ContentEvent): Promise<void>;
  /** Leaves only these. */
  keep(events: readonly ContentEvent[]): Promise<void>;
}

interface QueueOptions {
  store: EventStore;
  /** Publishes what changed, the events included; false: it did not work. */
  publish: (events: readonly ContentEvent[]) => Promise<boolean>;
  log: Log;
  now: () => number;
}

export interface PublishQueue {
  accept(event: ContentEvent): Promise<void>;
  /** Asks for a run without a event: something may have changed that nobody announced. */
  request(): void;
  getState(): { running: boolean; waiting: number; failures: number };
  stop(): Promise<void>;
}

/** Milliseconds after a run in which another one waits for the storm to pass. */
const calm = 10_000;
/** Milliseconds without a new event that count as passed, and the longest wait for them. */
const quiet = 1000;
const longestStorm = 10_000;
/** Milliseconds until a failed run is tried again, doubled each time. */
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
    while (
      !stopping.signal.aborted &&
      now() - lastRun < calm &&
      now() - lastAt < quiet &&
      now() - firstAt < longestStorm
    )
      await pause(Math.max(10, lastAt + quiet - now()));
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
    lastRun = now();
    const isDone = await publish(events).catch((error: unknown) => {
      reportFailure(error);
      return false;
    });
    running = false;
    lastRun = now();
    if (isDone) {
      failures = 0;
      // What cannot be taken out is published once more after a restart.
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
      // First in memory: a run that ends meanwhile must not take its line out of the store.
      pending.push(event);
      wake();
      await store.add(event);
    },
    request() {
      note();
      isRequested = true;
      wake();
    },
    getState: () => ({ running, waiting: pending.length, failures }),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
