import { setTimeout } from 'node:timers/promises';
import { describeError, type Log } from '../log.ts';
import type { Outbox } from './outbox.ts';

/** Most milliseconds between two looks at the outbox: `npm run leads` may have moved a lead. */
const longestPause = 5000;
const shortestPause = 250;

/** Mails all leads of an earlier process at once, then each lead when it is due. */
export function startMailWorker(outbox: Outbox, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function work(): Promise<void> {
    for (let early = true; !signal.aborted; early = false) {
      let pause = longestPause;
      try {
        const next = await outbox.deliverDue({ early });
        pause = Math.min(Math.max(next ?? Infinity, shortestPause), longestPause);
      } catch (error) {
        log({ event: 'outbox.failed', ...describeError(error) });
      }
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      await outbox.stop();
      await working;
    },
  };
}
