/** The scheduled check on Netlify: it calls the build hook for what the live site lacks, and less and less often in vain. */
import { getStore } from '@netlify/blobs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkBuild, type BuiltForCheck } from '#engine/netlify/build-check.ts';
import { startBlobs } from '../../server/support/netlify.ts';

const minute = 60_000;
const start = Date.parse('2026-11-21T12:00:00.000Z');
const built: BuiltForCheck = { version: 'one', readUpTo: 'model token', nextDue: null };

let blobs: Awaited<ReturnType<typeof startBlobs>>;
beforeAll(async () => {
  blobs = await startBlobs();
});
afterAll(() => blobs.close());

let minutes: number;
let calls: number[];
let isAccepted: boolean;
beforeEach(async () => {
  minutes = 0;
  calls = [];
  isAccepted = true;
  await getStore({ name: 'builds', consistency: 'strong' }).delete('calls');
});

const check = (isChanged: boolean, change: Partial<BuiltForCheck> = {}) =>
  checkBuild(
    { ...built, ...change },
    {
      hasChanged: () => Promise.resolve(isChanged),
      callHook: () => {
        calls.push(minutes);
        return Promise.resolve(isAccepted);
      },
      now: start + minutes * minute,
    },
  );

/** Checks every five minutes, as Netlify does. */
async function checkUntil(end: number, ...of: Parameters<typeof check>) {
  for (; minutes < end; minutes += 5) await check(...of);
}

test('a change that the build lacks is built at the next check', async () => {
  await check(true);
  expect(calls).toEqual([0]);
});

test('a post is built when it is due, and not before', async () => {
  await checkUntil(30, false, { nextDue: new Date(start + 11 * minute).toISOString() });
  expect(calls).toEqual([15]);
});

test('a build without the change is repeated less and less often, and once a day at last', async () => {
  await checkUntil(5 * 24 * 60, true);
  expect(calls.slice(0, 6)).toEqual([0, 15, 45, 105, 225, 465]);
  expect((calls.at(-1) ?? 0) - (calls.at(-2) ?? 0)).toBe(24 * 60);
});

test('after a build that brought a change, the next change is built at once', async () => {
  await checkUntil(20, true);
  await check(true, { version: 'two' });
  expect(calls).toEqual([0, 15, 20]);
});

test('builds that could not read everything are repeated less and less often, whatever their versions are', async () => {
  for (const version of ['one', 'two', 'three', 'four'])
    await checkUntil(minutes + 15, true, { version, readUpTo: '' });
  expect(calls).toEqual([0, 15, 45]);
});

test('a hook that refuses is called again at the next check', async () => {
  isAccepted = false;
  await checkUntil(15, true);
  isAccepted = true;
  await checkUntil(30, true);
  expect(calls).toEqual([0, 5, 10, 15]);
});
