/** The address book on Netlify: what a build makes of it, and who keeps it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getStore } from '@netlify/blobs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fetchLiveBook,
  keepLiveBook,
  readBlobBook,
  renderPastRules,
  writeBlobBook,
} from '../../src/adapters/netlify/addresses.ts';
import {
  emptyBook,
  formatBook,
  rememberLive,
  type AddressBook,
} from '../../src/addresses/address-book.ts';
import { renderNetlifyRedirects } from '../../src/data/redirects.ts';
import { createRedirectEngine } from '../support/netlify-redirects.ts';
import { startBlobs } from './support/blobs.ts';

const account = { spaceId: 'space', environment: 'master' };
const now = new Date('2026-11-22T10:00:00Z');
const publish = (releases: readonly Record<string, string>[], book: AddressBook = emptyBook) =>
  releases.reduce((before, live) => rememberLive(before, new Map(Object.entries(live)), now), book);

describe('the rules of a build', () => {
  const live = { '/blog/now': 'one', '/blog/taken': 'two', '/resources/kit': 'three' };
  const book = publish([
    { '/blog/first': 'one', '/blog/gone': 'four', '/blog/tag/crm': '/blog/tag/crm' },
    { '/blog/taken': 'one', '/resources/old': 'three', '/resources/gone': 'five' },
    live,
  ]);
  const rules = renderNetlifyRedirects(renderPastRules(book, new Map(Object.entries(live))));

  test.each([
    ['/blog/first', 301, '/blog/now'],
    ['/blog/first.md', 301, '/blog/now.md'],
    ['/resources/old', 301, '/resources/kit'],
    ['/blog/gone', 410, '/blog/live'],
    ['/resources/gone', 410, '/resources/live'],
    ['/blog/tag/crm', 410, '/404'],
    ['/blog/unknown', 404, '/blog/live'],
  ])("make Netlify's engine answer %s with %i", async (path, status, to) => {
    const ask = await createRedirectEngine(rules);
    expect(await ask(path)).toEqual({ status, to, isForced: false });
  });

  test('say nothing of a page that is live', () => {
    for (const path of Object.keys(live)) expect(rules).not.toMatch(new RegExp(`^${path} `, 'm'));
  });
});

describe('the copy in Blobs', () => {
  let blobs: Awaited<ReturnType<typeof startBlobs>>;
  let status = 200;
  let text = '';
  const site = createServer((_, response) => response.writeHead(status).end(text));
  let siteUrl = '';
  beforeAll(async () => {
    blobs = await startBlobs();
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    siteUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(async () => {
    site.close();
    await blobs.close();
  });
  const open = () => getStore({ name: 'addresses', consistency: 'strong' });

  test('takes what the live deploy says, and keeps what an older deploy does not know', async () => {
    const book = publish([{ '/blog/a': 'one' }, { '/blog/b': 'one' }]);
    text = formatBook(book, account);
    const log: object[] = [];
    await keepLiveBook(open(), siteUrl, account, (entry) => log.push(entry));
    expect(await readBlobBook(open(), account)).toEqual(book);

    text = formatBook(publish([{ '/blog/a': 'one' }]), account); // rolled back
    await keepLiveBook(open(), siteUrl, account, (entry) => log.push(entry));
    expect(await readBlobBook(open(), account)).toEqual(book);
    expect(log).toEqual([]);
  });

  test('stays when the live site cannot be asked', async () => {
    const book = publish([{ '/blog/c': 'two' }]);
    await writeBlobBook(open(), account, book);
    status = 503;
    await keepLiveBook(open(), siteUrl, account, () => undefined);
    expect(await readBlobBook(open(), account)).toEqual(book);
    await expect(fetchLiveBook(siteUrl, account)).rejects.toThrow('503');
  });

  test('has nothing of another space', async () => {
    status = 200;
    text = formatBook(publish([{ '/blog/a': 'one' }]), account);
    expect(await fetchLiveBook(siteUrl, { ...account, spaceId: 'real' })).toEqual(emptyBook);
  });
});
