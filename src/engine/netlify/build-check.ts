/** The scheduled function that calls the build hook for what became due, and for changes that no webhook told of. */
import { getStore } from '@netlify/blobs';
import * as v from 'valibot';
import { parseConfig } from '../config.ts';
import type { ContentfulAccount } from '../account.ts';
import { createContentClient } from '../content/contentful/index.ts';
import { describeError } from '../base/log.ts';
import { lenientObject } from '../base/schemas.ts';
import { log } from './endpoint.ts';

/** What a build knows and the function needs. */
export interface BuiltForCheck {
  version: string;
  /** What the pull has read so far, as `hasChanged` of the content client takes it. */
  readUpTo: string;
  /** Due time of the next withheld entry, ISO 8601; null when none is withheld. */
  nextDue: string | null;
}

/** The calls of the hook for one build of the site: one that fails stays what it was. */
const callsSchema = lenientObject({
  version: v.fallback(v.string(), ''),
  count: v.fallback(v.number(), 0),
  /** Time of the last call, epoch milliseconds. */
  at: v.fallback(v.number(), 0),
});
type Calls = v.InferOutput<typeof callsSchema>;

/** Time for a question. A scheduled function has 30 seconds. */
const questionLimitMs = 8000;
/** Time that a build may take; doubled for each build that did not bring the change. */
const shortestPauseMs = 15 * 60_000;
const longestPauseMs = 24 * 60 * 60_000;

/** @returns whether the hook was called */
async function callHook(hookUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(questionLimitMs);
    const { ok, status } = await fetch(hookUrl, { method: 'POST', signal });
    log({ event: ok ? 'build.called' : 'build.refused', status });
    return ok;
  } catch (error) {
    // The address of the hook is a secret, and the kind of the error has none.
    log({ event: 'build.failed', ...describeError(error) });
    return false;
  }
}

async function hasChanged(account: ContentfulAccount, readUpTo: string): Promise<boolean> {
  const client = createContentClient(account, { deadlineMs: questionLimitMs });
  try {
    return await client.hasChanged(readUpTo);
  } catch (error) {
    log({ event: 'content.failed', ...describeError(error) });
    return false;
  }
}

interface Options {
  hasChanged: () => Promise<boolean>;
  callHook: () => Promise<boolean>;
  now: number;
}

/** Calls the hook if the build lacks something, and less and less often while builds do not bring it. */
export async function checkBuild(
  { version, readUpTo, nextDue }: BuiltForCheck,
  { hasChanged, callHook, now }: Options,
): Promise<void> {
  const isDue = nextDue !== null && Date.parse(nextDue) <= now;
  if (!isDue && !(await hasChanged())) return;
  const blobs = getStore({ name: 'builds', consistency: 'strong' });
  // Builds that could not read everything are one: each would ask for another at once.
  const built = readUpTo.split(' ')[1] ? version : '';
  const last = v.parse(callsSchema, await blobs.get('calls', { type: 'json' }));
  const count = last.version === built ? last.count : 0;
  const pauseMs = Math.min(shortestPauseMs * 2 ** (count - 1), longestPauseMs);
  if (count > 0 && now - last.at < pauseMs) return;
  const calls: Calls = { version: built, count: count + 1, at: now };
  // Noted first: a call that could not be noted would be repeated at every check.
  await blobs.setJSON('calls', calls);
  if (!(await callHook())) await blobs.setJSON('calls', last);
}

export const createBuildCheck = (built: BuiltForCheck) => async (): Promise<void> => {
  const { contentful, netlifyBuildHookUrl: hookUrl } = parseConfig(process.env);
  if (contentful === null || hookUrl === null) return;
  await checkBuild(built, {
    hasChanged: () => hasChanged(contentful, built.readUpTo),
    callHook: () => callHook(hookUrl),
    now: Date.now(),
  });
};
