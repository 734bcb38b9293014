/** Starts builds on Netlify: keeps the event in Blobs, and calls the hook until the live site shows the change. */
import type { SetOptions, Store } from '@netlify/blobs';
import * as v from 'valibot';
import { receiptName } from '../site.ts';
import { lenientObject } from '../schemas.ts';
import { describeError, type Log } from '../log.ts';

const lenientNumber = v.fallback(v.number(), 0);
/** Parses ISO 8601 into epoch milliseconds, the unit of all times here. */
const time = v.pipe(v.string(), v.transform(Date.parse), v.number());

/** The live site's build receipt (build.json). */
const liveBuildSchema = v.object({
  version: v.fallback(v.nullable(v.string()), null),
  pulledAt: time,
  readUpTo: v.string(),
  nextDue: v.fallback(v.nullable(time), null),
});
export type LiveBuild = v.InferOutput<typeof liveBuildSchema>;

/** @returns null for anything other than a build receipt */
export function parseLiveBuild(value: unknown): LiveBuild | null {
  const { success, output } = v.safeParse(liveBuildSchema, value);
  return success ? output : null;
}

/** Fetches the build receipt of a site; null when the site has none or does not answer. */
export async function fetchLiveBuild(siteUrl: string, limitMs: number, log: Log) {
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(`${siteUrl}/${receiptName}`, { signal });
    return response.ok ? parseLiveBuild(await response.json()) : null;
  } catch (error) {
    log({ event: 'build.unknown', ...describeError(error) });
    return null;
  }
}

interface BuildsOptions {
  /** Needs strong consistency. */
  blobs: Store;
  hookUrl: string;
  log: Log;
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
}

/** The last call of the build hook. */
const callSchema = lenientObject({
  at: lenientNumber,
  /** Whether Netlify accepted the call. */
  isAnswered: v.fallback(v.boolean(), false),
  /** How many calls asked for the same change. */
  count: lenientNumber,
});

type Call = v.InferOutput<typeof callSchema>;

const lastEventSchema = lenientObject({ at: lenientNumber });

const hookLimitMs = 10_000;
/** Time between two calls; changes in between share the second call. */
const callPauseMs = 5000;
/** Time that a build may take; doubled for each build that did not bring the change. */
const buildPatienceMs = 15 * 60_000;
const longestBuildPatienceMs = 24 * 60 * 60_000;

const keys = { lastEvent: 'last-event', call: 'call' } as const;

/** `netlify dev` gives no etags, so the write has no condition there. */
const replacing = (etag: string | undefined): SetOptions => (etag ? { onlyIfMatch: etag } : {});

/** The builds since the live one: whether one is expected, and how many ended without the change. */
export async function readBuildState(blobs: Store, live: LiveBuild | null) {
  const last = v.parse(callSchema, await blobs.get(keys.call, { type: 'json' }));
  const building = live !== null && last.at > live.pulledAt;
  return { building, failedPulls: building ? Math.max(0, last.count - 1) : 0 };
}

export function createBuilds({ blobs, hookUrl, log, now, wait }: BuildsOptions) {
  /** Reads the last call, and the condition under which a new one replaces this and no other. */
  async function readCall() {
    const found = await blobs.getWithMetadata(keys.call, { type: 'json' });
    const condition = found === null ? { onlyIfNew: true } : replacing(found.etag);
    return { call: v.parse(callSchema, found?.data), condition };
  }

  /** Calls the hook. The hook's address is a secret, so errors that contain it are not passed on. */
  async function callHook(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(hookLimitMs);
      const { ok, status } = await fetch(hookUrl, { method: 'POST', signal });
      log({ event: ok ? 'build.called' : 'build.refused', status });
      return ok;
    } catch (error) {
      log({ event: 'build.failed', ...describeError(error) });
      return false;
    }
  }

  /** Calls the hook, unless another instance claimed the call since `condition` was read. */
  async function call(condition: SetOptions, count: number): Promise<void> {
    const claim: Call = { at: now(), isAnswered: false, count };
    const { modified, etag } = await blobs.setJSON(keys.call, claim, condition);
    if (!modified || !(await callHook())) return;
    await blobs.setJSON(keys.call, { ...claim, isAnswered: true }, replacing(etag));
  }

  return {
    /** Stores the time of an event and returns it. */
    async event(): Promise<number> {
      const at = now();
      await blobs.setJSON(keys.lastEvent, { at });
      return at;
    },

    /** Ensures a call of the hook after `since`; a burst of events causes one every few seconds. */
    async callAfter(since: number): Promise<void> {
      try {
        for (;;) {
          const { call: last, condition } = await readCall();
          if (last.at > since) return;
          const pause = last.at + callPauseMs - now();
          if (pause <= 0) {
            await call(condition, 1);
            return;
          }
          await wait(pause);
        }
      } catch (error) {
        // The event is stored; reconciling calls the hook later.
        log({ event: 'build.delayed', ...describeError(error) });
      }
    },

    /** Calls the hook if the live site lacks a change or a post that is due. null: nobody could say. */
    async reconcile(isChanged: boolean | null, live: LiveBuild | null): Promise<void> {
      const lastEvent: unknown = await blobs.get(keys.lastEvent, { type: 'json' });
      const { at: eventAt } = v.parse(lastEventSchema, lastEvent);
      const dueAt = live?.nextDue && live.nextDue <= now() ? live.nextDue : 0;
      const buildDueAt = Math.max(eventAt, dueAt);

      const { call: last, condition } = await readCall();
      const builtAt = live?.pulledAt ?? (last.isAnswered ? last.at : 0);
      if (builtAt >= buildDueAt && dueAt === 0 && isChanged !== true) {
        // The next change starts to count again.
        if (isChanged === false && last.count > 0)
          await blobs.setJSON(keys.call, { ...last, count: 0 }, condition);
        return;
      }

      const isAsked = last.isAnswered && last.at >= buildDueAt;
      const patience = isAsked ? buildPatienceMs * 2 ** (last.count - 1) : callPauseMs;
      if (now() - last.at < Math.min(patience, longestBuildPatienceMs)) return;
      await call(condition, isAsked ? last.count + 1 : 1);
    },
  };
}
