import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ContentEvent } from '../../../src/engine/content/index.ts';
import { openPublishQueue } from '../../../src/engine/publish/queue.ts';
import { createFolder } from '../../fixtures/folder.ts';

const edit = (id: string): ContentEvent => ({ kind: 'Entry', id, revision: 2, deleted: false });
const log = () => undefined;

test('events that a process did not publish are published by the next process, and then forgotten', async () => {
  const directory = await createFolder();
  const readStored = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(directory, 'events.json'), 'utf8'));
  const earlier = await openPublishQueue({ directory, publish: () => new Promise(() => {}), log });
  await Promise.all(['one', 'two', 'three'].map((id) => earlier.accept(edit(id))));
  expect(await readStored()).toEqual(['one', 'two', 'three'].map(edit));

  const published: ContentEvent[] = [];
  const next = await openPublishQueue({
    directory,
    publish: (events) => Promise.resolve(published.push(...events) > 0),
    log,
  });
  await vi.waitFor(async () => expect(await readStored()).toEqual([]), 60_000);
  expect(published).toEqual(['one', 'two', 'three'].map(edit));
  await next.stop();
});

test('a failed publish is repeated at growing intervals, never in a loop', async () => {
  /** Milliseconds between attempts; pauses in unit tests are twenty times shorter. */
  const gaps: number[] = [];
  let last = 0;
  const enough = Promise.withResolvers<undefined>();
  const queue = await openPublishQueue({
    directory: await createFolder(),
    publish: () => {
      if (last > 0) gaps.push((performance.now() - last) * 20);
      if (gaps.length === 3) enough.resolve(undefined);
      last = performance.now();
      return Promise.resolve(false);
    },
    log,
  });
  queue.request();
  await enough.promise;
  // Requests meanwhile do not shorten the pause.
  queue.request();
  expect(queue.getState()).toMatchObject({ failures: 3 });
  await queue.stop();
  for (const [number, gap] of gaps.entries()) expect(gap).toBeGreaterThan(4900 * 2 ** number);
});
