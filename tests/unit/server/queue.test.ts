import { expect, test } from 'vitest';
import { createPublishQueue, type EventStore } from '../../../src/engine/publish/queue.ts';
import type { ContentEvent } from '../../../src/engine/content/index.ts';

const store: EventStore = { left: [], add: () => Promise.resolve(), keep: () => Promise.resolve() };

test('the first publish includes the events of an earlier process, and then the store has none', async () => {
  const event: ContentEvent = { kind: 'Entry', id: 'one', revision: 2, deleted: false };
  const published: ContentEvent[] = [];
  const kept = Promise.withResolvers<readonly ContentEvent[]>();
  const queue = createPublishQueue({
    store: {
      ...store,
      left: [event],
      keep: (events) => {
        kept.resolve(events);
        return Promise.resolve();
      },
    },
    publish: (events) => Promise.resolve(published.push(...events) > 0),
    log: () => undefined,
    now: () => performance.now(),
  });
  expect(await kept.promise).toEqual([]);
  expect(published).toEqual([event]);
  await queue.stop();
});

test('a failed publish is repeated at growing intervals, never in a loop', async () => {
  /** Milliseconds between attempts; pauses in unit tests are twenty times shorter. */
  const gaps: number[] = [];
  let last = 0;
  const enough = Promise.withResolvers<undefined>();
  const queue = createPublishQueue({
    store,
    publish: () => {
      if (last > 0) gaps.push((performance.now() - last) * 20);
      if (gaps.length === 3) enough.resolve(undefined);
      last = performance.now();
      return Promise.resolve(false);
    },
    log: () => undefined,
    now: () => performance.now(),
  });
  queue.request();
  await enough.promise;
  // Requests meanwhile do not shorten the pause.
  queue.request();
  expect(queue.getState()).toMatchObject({ failures: 3 });
  await queue.stop();
  for (const [number, gap] of gaps.entries()) expect(gap).toBeGreaterThan(4900 * 2 ** number);
});
