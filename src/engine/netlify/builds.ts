/**
 * Starts builds on Netlify: stores the event in Blobs, calls the build hook, and repeats the call until
 * the live site shows the change. Netlify merges waiting builds into one.
 */
import type { SetOptions, Store } from '@netlify/blobs';
import * as v from 'valibot';
import { receiptName } from '../../data/routes.ts';
import { lenientObject } from '../schemas.ts';
import { describeError, type Log } from '../log.ts';
import type { TypeState } from '../content/index.ts';

/** The state of the content service. */
export interface ContentState {
  posts: TypeState;
  resources: TypeState;
}

const lenientNumber = v.fallback(v.number(), 0);
/** Parses ISO 8601 into epoch milliseconds, the unit of all times here. */
const time = v.pipe(v.string(), v.transform(Date.parse), v.number());

/** The live site's build receipt (build.json). */
const liveBuildSchema = v.object({
  release: v.fallback(v.nullable(v.string()), null),
  builtAt: time,
  revision: v.string(),
  posts: v.number(),
  resources: v.number(),
  nextDue: v.fallback(v.nullable(time), null),
});
export type LiveBuild = v.InferOutput<typeof liveBuildSchema>;

/** @returns null for anything other than a build receipt */
export function parseLiveBuild(value: unknown): LiveBuild | null {
  const { success, output } = v.safeParse(liveBuildSchema, value);
  return success ? output : null;
}

/**
 * Fetches the build receipt of a site; null when the site has none or does not answer.
 * @param limit milliseconds
 */
export async function fetchLiveBuild(
  siteUrl: string,
  limit: number,
  log: Log,
): Promise<LiveBuild | null> {
  try {
    const signal = AbortSignal.timeout(limit);
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
  wait: (milliseconds: number) => Promise<unknown>;
}

/** The last call of the build hook. */
const callSchema = lenientObject({
  at: lenientNumber,
  /** Whether Netlify accepted the call. */
  isAnswered: v.fallback(v.boolean(), false),
  /** How many calls asked for the same change. */
  count: lenientNumber,
});

/**
 * The content state at the last check, and the time when a state last differed without an event; null
 * before the first check.
 */
const checkSchema = v.fallback(
  v.nullable(v.object({ at: lenientNumber, state: v.string(), changedAt: lenientNumber })),
  null,
);

type Call = v.InferOutput<typeof callSchema>;
type Check = NonNullable<v.InferOutput<typeof checkSchema>>;

const lastEventSchema = lenientObject({ at: lenientNumber });

const hookTimeout = 10_000;
/** Milliseconds between two calls; changes in between share the second call. */
const shortestPause = 5000;
/** Milliseconds that a build may take; doubled for each build that did not bring the change. */
const firstPatience = 15 * 60_000;
const longestPatience = 24 * 60 * 60_000;
/** Milliseconds by which a webhook may precede the change in the content service. */
const eventAhead = 60_000;

const keys = { lastEvent: 'last-event', call: 'call', check: 'check' } as const;

/** `netlify dev` gives no etags, so the write has no condition there. */
const replacing = (etag: string | undefined): SetOptions => (etag ? { onlyIfMatch: etag } : {});

/**
 * Whether the site may be built from this content: withheld and unusable entries make it show fewer
 * entries, never more.
 */
const isBuiltFrom = ({ revision, posts, resources }: LiveBuild, content: ContentState): boolean => {
  const newest = [content.posts.updatedAt, content.resources.updatedAt].sort().at(-1);
  return (
    revision === newest && posts <= content.posts.total && resources <= content.resources.total
  );
};

/** The builds since the live one: whether one is expected, and how many ended without the change. */
export async function readBuildState(
  blobs: Store,
  live: LiveBuild | null,
): Promise<{ building: boolean; failedPublishes: number }> {
  const last = v.parse(callSchema, await blobs.get(keys.call, { type: 'json' }));
  const building = live !== null && last.at > live.builtAt;
  return { building, failedPublishes: building ? Math.max(0, last.count - 1) : 0 };
}

export function createBuilds({ blobs, hookUrl, log, now, wait }: BuildsOptions) {
  const read = async (key: string): Promise<unknown> => blobs.get(key, { type: 'json' });

  /**
   * Reads the last call, and the write condition under which a new call replaces this one and no other.
   */
  async function readCall() {
    const found = await blobs.getWithMetadata(keys.call, { type: 'json' });
    const condition = found === null ? { onlyIfNew: true } : replacing(found.etag);
    return { call: v.parse(callSchema, found?.data), condition };
  }

  const readEventAt = async () => v.parse(lastEventSchema, await read(keys.lastEvent)).at;

  /** Calls the hook. The hook's address is a secret, so errors that contain it are not passed on. */
  async function callHook(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(hookTimeout);
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
    const answered: Call = { ...claim, isAnswered: true };
    await blobs.setJSON(keys.call, answered, replacing(etag));
  }

  /** Stores the content state. Returns when the content last changed without an event; 0 for never. */
  async function noteContent(content: ContentState, eventAt: number): Promise<number> {
    const last = v.parse(checkSchema, await read(keys.check));
    const state = JSON.stringify(content);
    const isNew = last !== null && last.state !== state && eventAt <= last.at - eventAhead;
    const check: Check = { at: now(), state, changedAt: isNew ? now() : (last?.changedAt ?? 0) };
    await blobs.setJSON(keys.check, check);
    return check.changedAt;
  }

  return {
    /** Stores the time of an event and returns it. */
    async event(): Promise<number> {
      const at = now();
      await blobs.setJSON(keys.lastEvent, { at });
      return at;
    },

    /**
     * Ensures a call of the hook after `since`. A burst of events causes one call every few seconds.
     */
    async callAfter(since: number): Promise<void> {
      try {
        for (;;) {
          const { call: last, condition } = await readCall();
          if (last.at > since) return;
          const pause = last.at + shortestPause - now();
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

    /**
     * Calls the hook once if the live site lacks a change with an event, a change without one, or a post
     * that is due. Pass null for the content state or the receipt when it could not be read.
     */
    async reconcile(content: ContentState | null, live: LiveBuild | null): Promise<void> {
      const eventAt = await readEventAt();
      const changedAt = content
        ? await noteContent(content, eventAt)
        : (v.parse(checkSchema, await read(keys.check))?.changedAt ?? 0);
      const due = live?.nextDue ?? Infinity;
      const dueAt = due <= now() ? due : 0;
      const buildDueAt = Math.max(eventAt, changedAt, dueAt);

      const { call: last, condition } = await readCall();
      const builtAt = live?.builtAt ?? (last.isAnswered ? last.at : 0);
      const isShown = !content || !live || isBuiltFrom(live, content);
      if (builtAt >= buildDueAt && dueAt === 0 && isShown) return;

      const isAsked = last.isAnswered && last.at >= buildDueAt;
      const patience = isAsked ? firstPatience * 2 ** (last.count - 1) : shortestPause;
      if (now() - last.at < Math.min(patience, longestPatience)) return;
      await call(condition, isAsked ? last.count + 1 : 1);
    },
  };
}
