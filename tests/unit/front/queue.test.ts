import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ContentEvent } from '#engine/content/contentful/index.ts';
import { openEventQueue } from '#engine/front/queue.ts';
import { createFolder } from '../../fixtures/folder.ts';

/** A clock that moves when a test says so, for the queue's pauses. */
function createClock() {
  const waits = new Set<{ until: number; end: () => void }>();
  /** A file that is being closed is a `CloseReq`, every other work on files an `FSReqPromise`. */
  const isWriting = () => /FSReqPromise|CloseReq/.test(process.getActiveResourcesInfo().join());
  const settle = async () => {
    do await new Promise((resolve) => setTimeout(resolve, 1));
    while (isWriting());
  };
  let time = 0;
  return {
    now: () => time,
    wait(milliseconds: number, signal: AbortSignal): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const one = { until: time + milliseconds, end: () => resolve(undefined) };
      waits.add(one);
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined));
      return promise.finally(() => waits.delete(one));
    },
    /** Lets time pass, and everything happen that follows. */
    async pass(milliseconds: number) {
      const end = time + milliseconds;
      await settle();
      for (;;) {
        const [next] = [...waits].toSorted((one, other) => one.until - other.until);
        if (!next || next.until > end) break;
        time = next.until;
        next.end();
        await settle();
      }
      time = end;
    },
  };
}

const edit = (id: string): ContentEvent => ({ kind: 'Entry', id, revision: 2, deleted: false });
const log = () => undefined;

test('events that a process left are those of the next process, and then forgotten', async () => {
  const directory = await createFolder();
  const readStored = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(directory, 'events.json'), 'utf8'));
  const earlier = await openEventQueue({ directory, run: () => new Promise(() => {}), log });
  await Promise.all(['one', 'two', 'three'].map((id) => earlier.accept(edit(id))));
  expect(await readStored()).toEqual(['one', 'two', 'three'].map(edit));

  const published: ContentEvent[] = [];
  const next = await openEventQueue({
    directory,
    run: (events) => Promise.resolve(published.push(...events) > 0),
    log,
  });
  await expect.poll(readStored).toEqual([]);
  expect(published).toEqual(['one', 'two', 'three'].map(edit));
  await next.stop();
});

/** Opens a queue whose publishes are listed with their time, in milliseconds. */
async function openQueue(answer: () => boolean = () => true) {
  const runs: (readonly [time: number, ...ids: string[]])[] = [];
  const lines: object[] = [];
  const clock = createClock();
  const queue = await openEventQueue({
    clock,
    directory: await createFolder(),
    run: (events) => {
      runs.push([clock.now(), ...events.map(({ id }) => id)]);
      return Promise.resolve().then(answer);
    },
    log: (line) => void lines.push(line),
  });
  onTestFinished(() => queue.stop());
  return { queue, clock, runs, lines };
}

test('the first event is published at once, and those of a burst together when it is over', async () => {
  const { queue, clock, runs } = await openQueue();
  await queue.accept(edit('one'));
  await clock.pass(200);
  await queue.accept(edit('two'));
  await clock.pass(900);
  await queue.accept(edit('three'));
  await clock.pass(999);
  expect(runs).toEqual([[0, 'one']]);
  await clock.pass(1);
  expect(runs.slice(1)).toEqual([[2100, 'two', 'three']]);
  expect(queue.getState()).toEqual({ isBusy: false, failures: 0 });
  await clock.pass(10_000);
  await queue.accept(edit('four'));
  await clock.pass(1000);
  expect(runs.slice(2)).toEqual([[12_100, 'four']]);
});

test('a burst without an end has a run every ten seconds', async () => {
  const { queue, clock, runs } = await openQueue();
  for (let number = 0; number < 50; number += 1) {
    await queue.accept(edit(String(number)));
    await clock.pass(500);
  }
  expect(runs.map(([time]) => time)).toEqual([0, 10_000, 20_000]);
  expect(runs.flatMap(([, ...ids]) => ids)).toHaveLength(40);
});

test('a request during a run has a run of its own, and one that fails is repeated', async () => {
  const answers = [() => queue.request(), () => false];
  const { queue, clock, runs } = await openQueue(() => answers.shift()?.() ?? true);
  queue.request();
  await clock.pass(4999);
  expect(runs).toHaveLength(2);
  await clock.pass(1);
  expect(runs).toHaveLength(3);
});

test('a failed run is repeated with its events after growing pauses; an event or a visitor ends a pause', async () => {
  let isBroken = true;
  const { queue, clock, runs, lines } = await openQueue(() => {
    if (isBroken) throw new TypeError('Broken');
    return true;
  });
  await queue.accept(edit('one'));
  for (const pause of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    const { length } = runs;
    queue.request();
    await clock.pass(pause - 1);
    expect([runs.length, runs.at(-1)?.slice(1)]).toEqual([length, ['one']]);
    await clock.pass(1);
    expect(runs).toHaveLength(length + 1);
  }
  expect(queue.getState()).toEqual({ isBusy: true, failures: 7 });
  // A visitor adds no failure.
  queue.look();
  await clock.pass(1000);
  expect([runs.length, queue.getState().failures]).toEqual([8, 7]);
  expect(lines).toEqual(Array(8).fill({ event: 'pull.failed', error: 'TypeError' }));
  isBroken = false;
  await queue.accept(edit('two'));
  await clock.pass(1000);
  expect(runs.at(-1)?.slice(1)).toEqual(['one', 'two']);
  expect(queue.getState()).toEqual({ isBusy: false, failures: 0 });
});

test('a look of a visitor that fails is not repeated', async () => {
  const { queue, clock, runs } = await openQueue(() => false);
  queue.look();
  await clock.pass(60_000);
  expect([runs.length, queue.getState()]).toEqual([1, { isBusy: false, failures: 0 }]);
});
