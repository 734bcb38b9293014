/** The address book on Netlify: the redirects that a build makes from the book, and the copies of the book. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  fetchLiveBook,
  keepLiveBook,
  readBlobBook,
  renderPastRules,
  writeBlobBook,
} from '../../../src/engine/netlify/addresses.ts';
import {
  emptyBook,
  formatBook,
  rememberLive,
  type AddressBook,
} from '../../../src/engine/publish/addresses/address-book.ts';
import { writeNetlifyFiles } from '../../../src/engine/netlify/deploy-files.ts';
import { getSnapshotDirectory, parseConfig } from '../../../src/config.ts';
import { createContentClient, pull, remoteMedia } from '../../../src/engine/content/index.ts';
import { renderNetlifyRedirects } from '../../../src/engine/netlify/redirects.ts';
import { openService, post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';
import { startBlobs } from '../support/blobs.ts';
import { listen } from '../support/listen.ts';

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
  const past = renderPastRules(book, new Map(Object.entries(live)));
  const rules = renderNetlifyRedirects({ past });

  test.each([
    ['/blog/first', 301, '/blog/now'],
    ['/resources/old', 301, '/resources/kit'],
    ['/blog/gone', 410, '/live/blog'],
    ['/resources/gone', 410, '/live/resources'],
    ['/blog/tag/crm', 410, '/404'],
    ['/blog/unknown', 404, '/live/blog'],
  ])("make Netlify's engine answer %s with %i", async (path, status, to) => {
    const ask = await createRedirectEngine(rules);
    expect(await ask(path)).toEqual({ status, to, isForced: false });
  });

  test('name no page that is live', () => {
    for (const path of Object.keys(live)) expect(rules).not.toMatch(new RegExp(`^${path} `, 'm'));
  });
});

describe('Blobs and the live site', () => {
  let blobs: Awaited<ReturnType<typeof startBlobs>>;
  let status = 200;
  let text = '';
  const site = createServer((_, response) => response.writeHead(status).end(text));
  let siteUrl = '';
  beforeAll(async () => {
    blobs = await startBlobs();
    siteUrl = `http://${await listen(site)}`;
  });
  afterAll(async () => {
    site.close();
    await blobs.close();
  });
  const open = () => getStore({ name: 'addresses', consistency: 'strong' });

  /** Builds on Netlify with one post, and returns the names of the files and the redirects. */
  async function build(context: string, slug: string) {
    const service = await openService({ entries: [post('one', { slug })] });
    const DATA_DIR = await createFolder();
    const parsed = parseConfig({ NETLIFY: 'true', CONTEXT: context, URL: siteUrl, DATA_DIR });
    const config = { ...parsed, contentful: { ...service.account, spaceId: account.spaceId } };
    await pull({
      client: createContentClient(service.account),
      mediaStore: remoteMedia,
      siteUrl,
      directory: getSnapshotDirectory(config),
      onFailure: 'fail',
      now,
    });
    const dist = await createFolder();
    await writeNetlifyFiles(config, dist);
    const ask = await createRedirectEngine(await readFile(join(dist, '_redirects'), 'utf8'));
    return { dist, names: await readdir(dist), ask };
  }

  test('give a build of the live site all past addresses, which it passes on', async () => {
    await writeBlobBook(open(), account, publish([{ '/blog/in-blobs': 'one' }]));
    [status, text] = [200, formatBook(publish([{ '/blog/in-deploy': 'one' }]), account)];
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { dist, ask } = await build('production', 'now');
    expect(warned.mock.calls.join()).toMatch(
      /^warning: NETLIFY_BUILD_HOOK_URL is not set: [^\n]+$/,
    );
    for (const path of ['/blog/in-blobs', '/blog/in-deploy'])
      expect(await ask(path)).toEqual({ status: 301, to: '/blog/now', isForced: false });
    text = await readFile(join(dist, 'addresses.json'), 'utf8');
    expect([...(await fetchLiveBook(siteUrl, account)).keys()]).toContain('/blog/now');
    // The copy follows once the deploy is live.
    expect((await readBlobBook(open(), account)).has('/blog/now')).toBe(false);
    await keepLiveBook(open(), siteUrl, account, () => undefined);
    expect((await readBlobBook(open(), account)).has('/blog/now')).toBe(true);
  });

  test.each(['deploy-preview', 'branch-deploy'])('are not for a build of a %s', async (context) => {
    const { names, ask } = await build(context, 'draft-of-an-address');
    expect(names).not.toContain('addresses.json');
    expect((await ask('/blog/in-blobs'))?.status).toBe(200);
  });

  const log: object[] = [];
  const keep = async () => {
    await keepLiveBook(open(), siteUrl, account, (entry) => log.push(entry));
    return readBlobBook(open(), account);
  };

  test('keep addresses that an older deploy does not know', async () => {
    const book = publish([{ '/blog/a': 'one' }, { '/blog/b': 'one' }]);
    await open().delete('space/master');
    text = formatBook(book, account);
    expect(await keep()).toEqual(book);
    text = formatBook(publish([{ '/blog/a': 'one' }]), account); // rolled back
    expect(await keep()).toEqual(book);
    expect(log).toEqual([]);
    status = 503;
    expect(await keep()).toEqual(book);
    await expect(fetchLiveBook(siteUrl, account)).rejects.toThrow('503');
  });

  test('have no address of another space', async () => {
    status = 200;
    text = formatBook(publish([{ '/blog/a': 'one' }]), account);
    expect(await fetchLiveBook(siteUrl, { ...account, spaceId: 'real' })).toEqual(emptyBook);
  });
});
