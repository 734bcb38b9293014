/**
 * Builds on Netlify: a publish is remembered in Blobs, then the build hook is called, and what came of
 * it is looked after until the live site shows it. Netlify itself makes one build of many waiting ones.
 */
import type { SetOptions, Store } from '@netlify/blobs';
import * as v from 'valibot';
import { lenientObject } from '../../rules/schemas.ts';
import { describeError, type Log } from '../../server/log.ts';
import type { TypeState } from '../../content/contentful/contract.ts';

/** What the content service has. */
export interface ContentState {
  posts: TypeState;
  resources: TypeState;
}

const lenientNumber = v.fallback(v.number(), 0);
/** A time in ISO 8601, in epoch milliseconds as all times here. */
const time = v.pipe(v.string(), v.transform(Date.parse), v.number());

/** What the live site says of its build (build.json). */
const liveBuildSchema = v.object({
  builtAt: time,
  revision: v.string(),
  posts: v.number(),
  resources: v.number(),
  nextDue: v.fallback(v.nullable(time), null),
});
export type LiveBuild = v.InferOutput<typeof liveBuildSchema>;

/** @returns null for what is no receipt of a build */
export function parseLiveBuild(value: unknown): LiveBuild | null {
  const { success, output } = v.safeParse(liveBuildSchema, value);
  return success ? output : null;
}

interface BuildsOptions {
  /** With strong consistency. */
  blobs: Store;
  hookUrl: string;
  log: Log;
  now: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/** The last call of the hook. */
const callSchema = lenientObject({
  at: lenientNumber,
  /** Whether Netlify took it. */
  isAnswered: v.fallback(v.boolean(), false),
  /** How often the same was asked for. */
  count: lenientNumber,
});

/** What the content service had when it was asked last, and when that was new without an event; null before. */
const checkSchema = v.fallback(
  v.nullable(v.object({ at: lenientNumber, state: v.string(), changedAt: lenientNumber })),
  null,
);

type Call = v.InferOutput<typeof callSchema>;
type Check = NonNullable<v.InferOutput<typeof checkSchema>>;

const lastEventSchema = lenientObject({ at: lenientNumber });

const hookTimeout = 10_000;
/** Between two calls: what is published meanwhile shares the second one. */
const shortestPause = 5000;
/** A build may take this long, and twice as long each time that it brings nothing. */
const firstPatience = 15 * 60_000;
const longestPatience = 24 * 60 * 60_000;
/** The content service may show a publish this much later than it announces it. */
const announcedAhead = 60_000;

const keys = { lastEvent: 'last-event', call: 'call', check: 'check' } as const;

/** For `netlify dev`, which knows no tags, the write goes without a condition. */
const replacing = (etag: string | undefined): SetOptions => (etag ? { onlyIfMatch: etag } : {});

/** Whether the site can be of this content: it may show fewer entries (withheld, unusable), never more. */
const isBuiltFrom = ({ revision, posts, resources }: LiveBuild, content: ContentState): boolean => {
  const newest = [content.posts.updatedAt, content.resources.updatedAt].sort().at(-1);
  return (
    revision === newest && posts <= content.posts.total && resources <= content.resources.total
  );
};

export function createBuilds({ blobs, hookUrl, log, now, wait }: BuildsOptions) {
  const read = async (key: string): Promise<unknown> => blobs.get(key, { type: 'json' });

  /** The last call, and what a write must ask for so that it replaces this one and no other. */
  async function readCall() {
    const found = await blobs.getWithMetadata(keys.call, { type: 'json' });
    const condition = found === null ? { onlyIfNew: true } : replacing(found.etag);
    return { call: v.parse(callSchema, found?.data), condition };
  }

  const readEventAt = async () => v.parse(lastEventSchema, await read(keys.lastEvent)).at;

  /** The address of the hook is a secret: an error that names it goes no further. */
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

  /** Calls the hook, unless another instance has taken that upon itself since `condition` was read. */
  async function call(condition: SetOptions, count: number): Promise<void> {
    const claim: Call = { at: now(), isAnswered: false, count };
    const { modified, etag } = await blobs.setJSON(keys.call, claim, condition);
    if (!modified || !(await callHook())) return;
    const answered: Call = { ...claim, isAnswered: true };
    await blobs.setJSON(keys.call, answered, replacing(etag));
  }

  /** When the content last changed without an announcement; 0 for never. */
  async function noteContent(content: ContentState, eventAt: number): Promise<number> {
    const last = v.parse(checkSchema, await read(keys.check));
    const state = JSON.stringify(content);
    const isNew = last !== null && last.state !== state && eventAt <= last.at - announcedAhead;
    const check: Check = { at: now(), state, changedAt: isNew ? now() : (last?.changedAt ?? 0) };
    await blobs.setJSON(keys.check, check);
    return check.changedAt;
  }

  return {
    /** Remembers that something was published; gives when. */
    async event(): Promise<number> {
      const at = now();
      await blobs.setJSON(keys.lastEvent, { at });
      return at;
    },

    /** Sees to it that the hook is called after `since`; a storm of these is one call every few seconds. */
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
        // The event is stored, and reconciling finds it.
        log({ event: 'build.delayed', ...describeError(error) });
      }
    },

    /**
     * Calls the hook once if the live site lacks something: what was announced or changed in silence
     * since it was built, or a post that has become due. null: it could not be asked.
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
