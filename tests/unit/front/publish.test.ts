/** What a server does after a pull, over pages and a pull that a test decides. */
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig, sampleAccount } from '#engine/config.ts';
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

/** Warms the cache of a site up, until it is over. @returns the pages that were rendered, in this order */
async function warmUp(files: Record<string, string>) {
  const rendered: string[] = [];
  const { origin: made, version, pulledAt } = serveFiles(files, '');
  const ask: Origin['ask'] = (path, wanted) => {
    rendered.push(path);
    return made.ask(path, wanted);
  };
  const log = () => undefined;
  const cache = createCache(
    { origin: { ...made, ask }, version, pulledAt },
    { toHeaders: (_, own) => own, patienceMs: 0, log },
  );
  const nothingNew: Pulled = {
    ...{ outcome: 'fresh', mode: 'changes', version, pulledAt, changes: null, fetched: 0 },
    ...{ failure: null, held: null, counts: {}, nextDue: null, problems: [] },
    ...{ unseen: 0, addressFailure: null },
  };
  const warm = Promise.withResolvers<undefined>();
  const publishing = await startPublishing({
    config,
    cache,
    events: { onLook: () => Promise.resolve(true), onDamage: log, log },
    puller: { pull: () => Promise.resolve(nothingNew), end: log },
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
  await warm.promise;
  return {
    rendered,
    getQuality: async (path: string) => (await cache.get(path)).quality,
  };
}

test('a warm-up makes every page ready, the first 500 as small as can be, and only then those that take more than one round trip', async () => {
  const files: Record<string, string> = {};
  for (let number = 0; number < 501; number += 1) files[`page-${number}.html`] = `Page ${number}`;
  files['long.html'] = Array.from({ length: 30_000 }, (_, index) => (index * 7919) % 30_011).join();
  const all = Object.keys(files).map((name) => `/${name.replace('.html', '')}`);

  const { rendered, getQuality } = await warmUp(files);
  expect(rendered).toEqual([...all, '/long']);
  const asked = ['/page-0', '/page-499', '/page-500', '/long'];
  expect(await Promise.all(asked.map(getQuality))).toEqual(['best', 'best', 'fast', 'best']);
});
