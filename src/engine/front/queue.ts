/** Keeps the events of the content service, a burst for two runs at most. An event stays in a file until its run is done. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { ContentEvent } from '../content/contentful/index.ts';
import { writeFile } from '../disk/index.ts';
import { createSharedRun } from '../base/shared-run.ts';
import { describeError, type Log } from '../base/log.ts';
import { parseJson } from '../base/schemas.ts';

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
const longestRetryMs = 60_000;

const realClock = {
  now: () => performance.now(),
  /** Resolves early when the signal aborts. */
  wait: (delayMs: number, signal: AbortSignal): Promise<void> =>
    wait(delayMs, undefined, { signal }).catch(() => undefined),
};

/** What the next run is for. */
interface Wish {
  /** None for a run that no event asks for. */
  events: readonly ContentEvent[];
  /** When the last event or request came. */
  askedAt: number;
  /** Whether a visitor alone asks, whose failed run is no failure of the site. */
  isLook: boolean;
}

/** What the queue does. `wake` ends a phase before its time. */
type Phase =
  | { name: 'resting'; wake: () => void } // nothing is wished for
  | { name: 'gathering' } // the burst of events goes on
  | { name: 'running'; events: readonly ContentEvent[] }
  | { name: 'pausing'; wake: () => void }; // the last run failed

/** Opens the queue with the events that an earlier process left. */
export async function openEventQueue({ directory, run, log, clock = realClock }: QueueOptions) {
  const { now } = clock;
  const stored = await readFile(join(directory, fileName), 'utf8').catch(() => '');
  const left = parseJson(eventsSchema, stored) ?? [];
  let wish: Wish | null =
    left.length > 0 ? { events: left, askedAt: -Infinity, isLook: false } : null;
  let phase: Phase = { name: 'gathering' };
  /** Failed runs since the last success. */
  let failures = 0;
  /** When the last run with events ended. */
  let burstEndedAt = -Infinity;
  const stopping = new AbortController();
  const { signal } = stopping;

  const store = createSharedRun(() => {
    const running = phase.name === 'running' ? phase.events : [];
    return writeFile(directory, fileName, JSON.stringify([...running, ...(wish?.events ?? [])]));
  });

  async function restAfterRun(): Promise<void> {
    await new Promise<void>((wake) => {
      phase = { name: 'resting', wake };
    });
  }

  async function gatherEvents(): Promise<void> {
    phase = { name: 'gathering' };
    while (wish && now() - burstEndedAt < calmMs) {
      const newest: Wish = wish;
      await clock.wait(Math.max(0, newest.askedAt + quietMs - now()), signal);
      if (newest === wish || signal.aborted) return;
    }
  }

  const reportFailure = (error: unknown) => log({ event: 'pull.failed', ...describeError(error) });

  function takeWish(): Wish | null {
    const taken = wish;
    wish = null;
    return taken;
  }

  async function runNext(): Promise<void> {
    const taken = signal.aborted ? null : takeWish();
    if (!taken) return;
    const { events, isLook } = taken;
    phase = { name: 'running', events };
    const isDone = await run(events).catch((error: unknown) => {
      reportFailure(error);
      return false;
    });
    phase = { name: 'gathering' };
    // A run without events is no part of a burst: the next event must not wait.
    if (events.length > 0) burstEndedAt = now();
    if (isDone) failures = 0;
    else if (!isLook) failures += 1;
    // After a success the file forgets the events: those that stay have one more run after a restart.
    if (isDone && events.length > 0) await store().catch(reportFailure);
    // The look of a visitor alone is not repeated.
    if (failures > 0) await retryWish(taken);
  }

  async function retryWish(failed: Wish): Promise<void> {
    wish = { ...failed, ...wish, events: [...failed.events, ...(wish?.events ?? [])] };
    const early = new AbortController();
    phase = { name: 'pausing', wake: () => early.abort() };
    const delayMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
    await clock.wait(delayMs, AbortSignal.any([signal, early.signal]));
  }

  async function workOff(): Promise<void> {
    while (!signal.aborted) {
      if (!wish) await restAfterRun();
      await gatherEvents();
      await runNext();
    }
  }

  function askForRun(events: readonly ContentEvent[], isLook = false): void {
    wish = {
      events: [...(wish?.events ?? []), ...events],
      askedAt: now(),
      // What failed before counts already.
      isLook: isLook && (phase.name === 'pausing' || (wish?.isLook ?? true)),
    };
    wakeFrom('resting');
  }
  function wakeFrom(name: 'resting' | 'pausing'): void {
    if (phase.name === name) phase.wake();
  }

  const working = workOff();
  return {
    /** The event is on the disk once the promise resolves. */
    async accept(event: ContentEvent): Promise<void> {
      askForRun([event]);
      wakeFrom('pausing');
      await store();
    },
    /** Requests a run without an event, for changes whose webhook was missed. */
    request: (): void => askForRun([]),
    /** Requests a run at once, for a visitor at an unknown address or an editor. */
    look(): void {
      askForRun([], true);
      wakeFrom('pausing');
    },
    /** `isBusy`: an event waits, or a run is in progress. `failures` counts failed runs since the last success. */
    getState: () => ({
      isBusy: phase.name === 'running' || (wish?.events ?? []).length > 0,
      failures,
    }),
    async stop(): Promise<void> {
      stopping.abort();
      wakeFrom('resting');
      await working;
    },
  };
}
