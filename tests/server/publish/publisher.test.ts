/** What the publisher asks of its publishes and says of them, which this test answers in place of processes. */
import '../../support/short-waits.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { leaveOut } from '../../../src/engine/content/articles/report.ts';
import { parseConfig } from '../../../src/config.ts';
import { PublishError } from '../../../src/engine/publish/child.ts';
import type * as Processes from '../../../src/engine/publish/process.ts';
import { startPublisher } from '../../../src/engine/publish/publisher.ts';
import { createFolder } from '../../fixtures/folder.ts';

const { changes, whole, followUp } = vi.hoisted(() => ({
  changes: vi.fn<ReturnType<typeof Processes.createPublishRunner>>(),
  whole: vi.fn<typeof Processes.publish>(),
  followUp: vi.fn<typeof Processes.followUp>(),
}));
vi.mock('../../../src/engine/publish/process.ts', () => {
  return { createPublishRunner: () => changes, publish: whole, followUp };
});

const entry = { contentType: 'blogPost', entryId: 'one', entryTitle: 'One', slug: '' } as const;
const pull = { outcome: 'fresh', mode: 'changes', changed: false, fetched: 0 } as const;
const counts = { rendered: 0, changed: 0, removed: 0, entriesChanged: '', entriesRemoved: '' };
const done: Processes.PublishDone = {
  pull: {
    ...pull,
    failure: null,
    problems: [{ ...entry, ...leaveOut('slug', 'is wrong') }],
    posts: 1,
    resources: 0,
  },
  unseen: 0,
  pulling: 0,
  pages: { ...counts, isNew: false, pages: 1, nextDue: null },
};
beforeEach(() => {
  changes.mockReset().mockResolvedValue(done);
  whole.mockReset().mockResolvedValue(done);
  followUp.mockResolvedValue({ failures: [], isDamaged: false });
});

async function start() {
  const settings = { CONTENTFUL_SPACE_ID: 'space', CONTENTFUL_DELIVERY_TOKEN: 'token' };
  const { contentful, ...config } = parseConfig({ ...settings, CONTENT_ON_FAILURE: 'degrade' });
  if (!contentful) throw new Error('The settings name an account.');
  const prepareRenderer = vi.fn(() => Promise.resolve({ directory: '', code: '' }));
  const log = vi.fn<(line: { event: string }) => void>();
  const publisher = await startPublisher({
    config: { ...config, contentful, dataDirectory: await createFolder() },
    reconcileMinutes: 0,
    onRelease: () => Promise.resolve(),
    acceptFewer: ['blogPost'],
    prepareRenderer,
    log,
  });
  onTestFinished(() => publisher.stop());
  /** Lists the logged events, apart from the check of files, which runs beside the publishes. */
  const listLogged = () =>
    log.mock.calls.map(([{ event }]) => event).filter((event) => event !== 'site.checked');
  return { publisher, prepareRenderer, listLogged };
}

test('a publish keeps what the site has when the content fails, and the first one alone may lose entries', async () => {
  changes.mockResolvedValueOnce({
    ...done,
    pull: { ...done.pull, outcome: 'stale', failure: 'It refused.' },
  });
  const { publisher, listLogged } = await start();
  // The first publish without an event on a new day makes every page.
  await expect.poll(() => whole.mock.calls.length).toBe(1);
  publisher.request();
  await expect.poll(() => changes.mock.calls.length).toBe(2);
  const tasks = [...changes.mock.calls, ...whole.mock.calls];
  expect(tasks.map(([{ config }]) => config.contentOnFailure)).toEqual(['stale', 'stale', 'stale']);
  expect(tasks.map(([, task]) => task?.acceptFewer)).toEqual([['blogPost'], [], []]);
  expect(followUp.mock.calls[0]).toMatchObject([{ checks: true }, {}]);
  await expect.poll(listLogged).toEqual(['content.failed', 'entry.left-out']);
});

test('after a failed publish the code is bundled again', async () => {
  for (const task of [changes, whole])
    task.mockRejectedValueOnce(new PublishError('site', 'The bundle is damaged.'));
  const { publisher, prepareRenderer, listLogged } = await start();
  publisher.request();
  await expect.poll(() => prepareRenderer.mock.calls.length).toBe(2);
  expect(listLogged().slice(0, 2)).toEqual(['publish.failed', 'publish.failed']);
});
