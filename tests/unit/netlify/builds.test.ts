import { getStore } from '@netlify/blobs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createBuilds,
  parseLiveBuild,
  readBuildState,
  type LiveBuild,
} from '#engine/netlify/builds.ts';
import type { LogEntry } from '#engine/log.ts';
import { startBlobs, startBuildHook, type BuildHook } from '../../server/support/netlify.ts';

const minute = 60_000;
const start = Date.parse('2026-11-21T12:00:00.000Z');
const live: LiveBuild = {
  version: 'one',
  pulledAt: start - minute,
  readUpTo: 'a b',
  nextDue: null,
};

let blobs: Awaited<ReturnType<typeof startBlobs>>;
let hook: BuildHook;
let storeNumber = 0;
let time: number;
const log: LogEntry[] = [];
let builds: ReturnType<typeof createBuilds>;
beforeAll(async () => {
  blobs = await startBlobs();
  hook = await startBuildHook();
});
afterAll(() => {
  hook.close();
  blobs.close();
});

const getBlobs = () => getStore({ name: `publish-${storeNumber}`, consistency: 'strong' });
const pass = (milliseconds: number) => Promise.resolve((time += milliseconds));
const open = (wait: (milliseconds: number) => Promise<unknown> = pass, hookUrl = hook.url) =>
  createBuilds({ blobs: getBlobs(), hookUrl, log: (one) => log.push(one), now: () => time, wait });

beforeEach(() => {
  storeNumber += 1;
  time = start;
  log.length = 0;
  hook.calls.length = 0;
  hook.status = 200;
  builds = open();
});

const publish = async () => builds.callAfter(await builds.event());

describe('a publish', () => {
  test('calls the hook at once, but waits for a few seconds to pass since the last call', async () => {
    await publish();
    expect(hook.calls).toEqual(['POST /build_hooks/secret-of-the-hook']);
    time += 1000;
    await publish();
    expect([hook.calls.length, time - start]).toEqual([2, 5000]);
  });

  test('in a burst shares one call with all others', async () => {
    await publish();
    const events = 10;
    let waiting = 0;
    const passed = Promise.withResolvers<undefined>();
    const storm = open(() => {
      waiting += 1;
      if (waiting < events) return passed.promise;
      passed.resolve(undefined);
      return pass(5000);
    });
    const numbers = Array.from({ length: events }, (_, number) => number);
    await Promise.all(numbers.map((number) => storm.callAfter(start + 10 + number)));
    expect([waiting, hook.calls.length]).toEqual([events, 2]);
  });

  test.each<[string, number, Parameters<typeof builds.reconcile>]>([
    ['the hook refused it', 500, [false, live]],
    ['the hook refused it, and neither site nor service answers', 500, [null, null]],
  ])('is built by the next check when %s', async (_, status, seen) => {
    hook.status = status;
    await publish();
    const before = hook.calls.length;
    hook.status = 200;
    time += 4 * minute;
    await builds.reconcile(...seen);
    expect(hook.calls).toHaveLength(before + 1);
  });

  test('logs no secret when the hook cannot be reached', async () => {
    builds = open(pass, 'http://127.0.0.1:1/build_hooks/secret-of-the-hook');
    await publish();
    expect(log.map(({ event }) => event)).toEqual(['build.failed']);
    expect(JSON.stringify(log)).not.toContain('secret-of-the-hook');
  });
});

describe('a check of the live site', () => {
  test.each<[string, boolean, Partial<LiveBuild>]>([
    ['a change', true, {}],
    ['a post that became due during the build', false, { nextDue: live.pulledAt - 1 }],
  ])('finds %s', async (_, isChanged, site) => {
    await builds.reconcile(false, live);
    expect(hook.calls).toEqual([]);
    // The second look is while the build is under way.
    for (const _ of [1, 2]) {
      time += 5 * minute;
      await builds.reconcile(isChanged, { ...live, ...site });
      expect(hook.calls).toHaveLength(1);
    }
  });

  test('lets a post wait until it is due', async () => {
    const site = { ...live, nextDue: start + minute };
    await builds.reconcile(false, site);
    expect(hook.calls).toEqual([]);
    time += minute;
    await builds.reconcile(false, site);
    expect(hook.calls).toHaveLength(1);
  });

  test('repeats the call after a build without the change, less and less often', async () => {
    await publish();
    const calledAt: number[] = [];
    for (let look = 0; look < 16; look += 1) {
      time += 15 * minute;
      const before = hook.calls.length;
      await builds.reconcile(false, live);
      if (hook.calls.length > before) calledAt.push((time - start) / minute);
    }
    expect(calledAt).toEqual([15, 45, 105, 225]);
  });

  test('relies on the last call while neither the site nor the content service answers', async () => {
    await publish();
    time += 60 * minute;
    await builds.reconcile(null, null);
    expect(hook.calls).toHaveLength(1);
  });
});

test('health counts the expected builds, and those that ended without the change', async () => {
  const read = (receipt: LiveBuild | null) => readBuildState(getBlobs(), receipt);
  expect(await read(live)).toEqual({ building: false, failedPulls: 0 });
  await publish();
  expect(await read(live)).toEqual({ building: true, failedPulls: 0 });
  expect(await read(null)).toEqual({ building: false, failedPulls: 0 });
  time += 16 * minute;
  await builds.reconcile(false, live);
  expect(await read(live)).toEqual({ building: true, failedPulls: 1 });
  const built = { ...live, pulledAt: time };
  expect(await read(built)).toEqual({ building: false, failedPulls: 0 });
  await builds.reconcile(false, built);
  time += 60 * minute;
  await builds.reconcile(true, built);
  expect(await read(built)).toEqual({ building: true, failedPulls: 0 });
});

test('the receipt of a build is parsed as the site writes it, and nothing else', () => {
  const receipt = { ...live, pulledAt: new Date(live.pulledAt).toISOString() };
  expect(parseLiveBuild(receipt)).toEqual(live);
  const nextDue = new Date(start).toISOString();
  expect(parseLiveBuild({ ...receipt, nextDue })).toEqual({ ...live, nextDue: start });
  for (const wrong of [null, { ...receipt, pulledAt: 'never' }, { ...receipt, readUpTo: 7 }])
    expect(parseLiveBuild(wrong)).toBeNull();
});
