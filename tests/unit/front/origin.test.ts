/** The process of the pages: one that is wrong is ended, and another one answers. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig } from '#engine/config.ts';
import { startOrigin } from '#engine/front/index.ts';
import { sealBundle } from '#engine/origin/bundle.ts';
import { createFolder } from '../../fixtures/folder.ts';

const config = parseConfig({ DATA_DIR: await createFolder() });
const overview = {
  ...{ version: '1', pulledAt: '', status: 'loaded' },
  ...{ siteUrl: config.site.url, builtFor: config.site.url },
};

/** Opens pages whose server has this code. */
async function open(code: string) {
  const directory = await createFolder({
    'routes.json': '{"patterns":[],"paths":[],"texts":[]}',
    'server/entry.mjs': `export const handler = ({ url }, response) => {
      if (url === '/_origin/content') response.end(${JSON.stringify(JSON.stringify(overview))});
      else if (url === '/quick') response.end(String(process.pid));
      else { ${code} }
    };`,
  });
  await sealBundle(directory);
  const events = { onLook: () => Promise.resolve(true), onDamage: vi.fn(), log: vi.fn() };
  const { origin } = await startOrigin({ directory, code: 'code' }, config, events);
  onTestFinished(origin.end);
  const getProcess = async () => Number((await origin.ask('/quick', '1')).body);
  return { origin, events, getProcess };
}

test('pages without an end are ended after half a minute each, and what waited behind is asked of the next process', async () => {
  const { origin, getProcess } = await open('for (;;);');
  const first = await getProcess();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const endless = expect(origin.ask('/endless', '1')).rejects.toThrow('did not end in time');
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  vi.advanceTimersByTime(20_000);
  let isOtherOver = false;
  const other = expect(origin.ask('/other', '1'))
    .rejects.toThrow('did not end in time')
    .then(() => (isOtherOver = true));
  const waiting = getProcess();
  await vi.waitUntil(() => {
    vi.advanceTimersByTime(1000);
    return isOtherOver;
  }, 60_000);
  vi.useRealTimers();
  await Promise.all([endless, other]);
  expect(await waiting).not.toBe(first);
});

test('a page that ends its process fails, and the next page has another process', async () => {
  const { origin, events, getProcess } = await open('process.exit(1);');
  const first = await getProcess();
  await expect(origin.ask('/exit', '1')).rejects.toThrow('ended early');
  expect(await getProcess()).not.toBe(first);
  expect(events.log).toHaveBeenCalledWith({ event: 'origin.ended', code: 1 });
  expect(events.onDamage).not.toHaveBeenCalled();
});
