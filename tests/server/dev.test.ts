/** `npm run dev`, through the real command. */
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createMessage } from '../fixtures/leads.ts';
import { createFolder } from '../fixtures/folder.ts';
import { listen } from './support/listen.ts';
import { startProcess } from './support/start-process.ts';

test('listens where it is told, shows the pages, follows the redirects, and thanks for no message, because it stores none', async () => {
  const place = createServer();
  const address = await listen(place);
  const [HOST = '', PORT = ''] = address.split(':');
  await promisify(place.close.bind(place))();
  const env = { DATA_DIR: await createFolder(), NO_COLOR: '1', HOST, PORT };
  const { url } = await startProcess(['src/engine/commands/run.mjs', 'dev'], env);
  expect(new URL(url).host).toBe(address);
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(path, url), { redirect: 'manual', ...init });
    return [answer.status, answer.headers.get('location') ?? (await answer.text())];
  };
  expect(await ask('/contact')).toEqual([200, expect.stringContaining('<form')]);
  expect(await ask('/services/no-such-service')).toEqual([expect.any(Number), '/services']);
  const body = JSON.stringify(createMessage('Hello'));
  const headers = { 'content-type': 'application/json' };
  expect(await ask('/contact', { method: 'POST', headers, body })).toEqual([
    503,
    expect.stringMatching(/^\{"error":".*stores no messages.*"\}$/),
  ]);
});
