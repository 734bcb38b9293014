/** What the publisher asks of its pulls and walks and says of them, which this test answers in place of processes. */
import '../../support/short-waits.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { leaveOut } from '#engine/content/records/report.ts';
import { parseConfig } from '#engine/config.ts';
import { readSite } from '#engine/table/index.ts';
import type { Pulled } from '#engine/pages/index.ts';
import { PublishError } from '#engine/processes/child.ts';
import type { PullProcess } from '#engine/pages/pull.ts';
import type * as Walks from '#engine/pages/walk.ts';
import { startPublisher } from '#engine/serve/node/publisher.ts';
import { createFolder } from '../../fixtures/folder.ts';

const { walk } = vi.hoisted(() => ({ walk: vi.fn<typeof Walks.walk>() }));
vi.mock('#engine/pages/walk.ts', () => {
  const open = () => Promise.resolve({});
  return { walk, startPageProcess: () => ({ open, end: () => undefined }) };
});

const entry = { collection: 'posts', entryId: 'one', entryTitle: 'One', slug: '' } as const;
const pulled: Pulled = {
  outcome: 'fresh',
  mode: 'changes',
  version: 'first',
  changes: null,
  fetched: 0,
  failure: null,
  problems: [{ ...entry, ...leaveOut('slug', 'is wrong') }],
  counts: { posts: 1, resources: 0 },
  nextDue: null,
  unseen: 0,
  addresses: { dropped: 0, failure: null },
  tookMs: 0,
};
const walked = { pages: 1, rendered: 0, removed: 0, failures: [], unmade: [] };

async function start(...answers: (Partial<Pulled> | Error)[]) {
  walk.mockReset().mockImplementation((_, { onPages }) => {
    onPages?.(walked);
    return Promise.resolve(walked);
  });
  const settings = { CONTENTFUL_SPACE_ID: 'space', CONTENTFUL_DELIVERY_TOKEN: 'token' };
  const { contentful, ...config } = parseConfig(settings);
  if (!contentful) throw new Error('The settings name an account.');
  const pull = vi.fn<PullProcess['pull']>(() => {
    const answer = answers.shift() ?? {};
    return answer instanceof Error
      ? Promise.reject(answer)
      : Promise.resolve({ ...pulled, ...answer });
  });
  const prepareRenderer = vi.fn(() => Promise.resolve({ directory: '', code: '' }));
  const log = vi.fn<(line: { event: string }) => void>();
  const folder = await createFolder();
  const publisher = await startPublisher({
    config: { ...config, contentful, dataDirectory: folder },
    site: await readSite(folder),
    puller: { pull, fetchLive: () => Promise.resolve(null), end: () => undefined },
    reconcileMinutes: 0,
    acceptFewer: ['blogPost'],
    prepareRenderer,
    log,
  });
  onTestFinished(() => publisher.stop());
  const listLogged = () => log.mock.calls.map(([{ event }]) => event);
  return { publisher, pull, prepareRenderer, listLogged };
}

test('the first pull alone may lose entries, and one walk follows each version of the content', async () => {
  const failure = { outcome: 'stale', failure: 'It refused.' } as const;
  const { publisher, pull, listLogged } = await start(failure, {}, { version: 'second' });
  await expect.poll(() => [walk.mock.calls.length, pull.mock.calls.length]).toEqual([1, 2]);
  publisher.request();
  await expect.poll(() => walk.mock.calls.length).toBe(2);
  const tasks = pull.mock.calls.map(([task]) => task);
  expect(tasks.slice(0, 3).map(({ acceptFewer }) => acceptFewer)).toEqual([['blogPost'], [], []]);
  expect(listLogged()).toEqual(['content.failed', 'entry.left-out']);
});

test('after a walk that failed the code is bundled again', async () => {
  const { prepareRenderer, publisher, listLogged } = await start();
  walk.mockRejectedValueOnce(new PublishError('site', 'The bundle is damaged.'));
  await expect.poll(listLogged).toContain('walk.failed');
  expect(publisher.getState().isDamaged).toBe(true);
  await expect.poll(() => prepareRenderer.mock.calls.length).toBe(2);
  expect(publisher.getState()).toMatchObject({ failures: 0 });
  await expect.poll(() => publisher.getState().isDamaged).toBe(false);
});
