/** What a server does after a pull, over pages and a pull that a test decides. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig, sampleAccount } from '#engine/config.ts';
import type { LogEntry } from '#engine/base/log.ts';
import type { Pulled } from '#engine/pull/index.ts';
import { createCache } from '#engine/front/cache.ts';
import type { Origin } from '#engine/front/origin.ts';
import { startPublishing } from '#engine/front/publish.ts';
import { serveFiles } from '../../server/support/served-files.ts';
import { createFolder } from '../../fixtures/folder.ts';

const config = {
  ...parseConfig({ DATA_DIR: await createFolder() }),
  contentful: {
    ...sampleAccount,
    ...{ deliveryToken: '', previewToken: null, locale: null, host: '', previewHost: '' },
    ...{ showsDrafts: false, insecure: true },
  },
};

const nothingNew: Pulled = {
  ...{ outcome: 'fresh', mode: 'changes', version: '', pulledAt: '', changes: null, fetched: 0 },
  ...{ failure: null, held: null, counts: {}, nextDue: null, problems: [] },
  ...{ unseen: 0, addressFailure: null },
};

/** Publishes a site of some files. @param pull what its pulls find */
async function openPublishing(
  files: Record<string, string>,
  pull: () => Promise<Partial<Pulled>> = () => Promise.resolve({}),
) {
  const rendered: string[] = [];
  const lines: LogEntry[] = [];
  const { origin: made, version, pulledAt } = serveFiles(files, '');
  const ask: Origin['ask'] = (path, wanted) => {
    rendered.push(path);
    return made.ask(path, wanted);
  };
  const log = (line: LogEntry) => void lines.push(line);
  const cache = createCache(
    { origin: { ...made, ask }, version, pulledAt },
    { toHeaders: (_, own) => own, patienceMs: 0, log },
  );
  const warm = Promise.withResolvers<undefined>();
  const publishing = await startPublishing({
    config,
    cache,
    events: { onLook: () => Promise.resolve(true), onDamage: () => undefined, log },
    puller: {
      pull: async () => ({ ...nothingNew, version, pulledAt, ...(await pull()) }),
      end: () => undefined,
    },
    prepareBundle: () => Promise.resolve({ directory: '', code: made.code }),
    onCode: () => Promise.resolve(),
    onWarm: () => {
      warm.resolve(undefined);
      return Promise.resolve();
    },
    reconcileMinutes: 0,
    log,
  });
  onTestFinished(() => publishing.stop());
  const getQuality = async (path: string) => (await cache.get(path)).quality;
  return { publishing, lines, rendered, warm: warm.promise, getQuality };
}

test('a warm-up makes every page ready, the first 500 as small as can be, and only then those that take more than one round trip', async () => {
  const files: Record<string, string> = {};
  for (let number = 0; number < 501; number += 1) files[`page-${number}.html`] = `Page ${number}`;
  files['long.html'] = Array.from({ length: 30_000 }, (_, index) => (index * 7919) % 30_011).join();
  const all = Object.keys(files).map((name) => `/${name.replace('.html', '')}`);

  const { rendered, warm, getQuality } = await openPublishing(files);
  await warm;
  expect(rendered).toEqual([...all, '/long']);
  const asked = ['/page-0', '/page-499', '/page-500', '/long'];
  expect(await Promise.all(asked.map(getQuality))).toEqual(['best', 'best', 'fast', 'best']);
});

test('the log of each pull has the sentences of the content report that are new or changed', async () => {
  const of = { collection: 'posts', entryId: 'a', entryTitle: 'A', slug: 'a' };
  const lost = (message: string) => ({ ...of, field: 'content', message });
  const leftOut = { ...lost('is missing'), isLeftOut: true } as const;
  const held = 'More than half went at once.';
  const found: Partial<Pulled>[] = [
    { problems: [leftOut, lost('is empty')] },
    { problems: [leftOut, lost('is long')], held },
    { outcome: 'stale', failure: 'Nobody answers.' },
    { problems: [leftOut], held },
    { problems: [leftOut, lost('is long')] },
  ];
  const { publishing, lines } = await openPublishing({}, () =>
    Promise.resolve(found.shift() ?? {}),
  );
  while (found.length > 0) await publishing.pullNow();
  const entry = { contentType: 'blogPost', entry: 'a', title: 'A' };
  expect(lines).toEqual([
    { event: 'entry.left-out', ...entry, reason: 'content is missing' },
    { event: 'entry.lost', ...entry, reason: 'content is empty' },
    { event: 'entry.lost', ...entry, reason: 'content is long' },
    { event: 'content.held', error: held },
    { event: 'content.failed', error: 'Nobody answers.' },
    { event: 'entry.lost', ...entry, reason: 'content is long' },
  ]);
});

test('a pull that runs for minutes is a fault', async () => {
  const ends = Promise.withResolvers<Partial<Pulled>>();
  const { publishing } = await openPublishing({}, () => ends.promise);
  await vi.waitUntil(() => publishing.getState().isBuilding);
  const before = publishing.getState().isFaulty;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 121_000);
  const after = publishing.getState().isFaulty;
  clock.mockRestore();
  ends.resolve({});
  expect([before, after]).toEqual([false, true]);
  await vi.waitUntil(() => !publishing.getState().isFaulty);
});
