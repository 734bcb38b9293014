/** The address book on Netlify, and the redirects that a build makes from the book. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { describe, expect, test, vi } from 'vitest';
import { readBlobBook, writeBlobBook } from '#engine/netlify/addresses.ts';
import { createAddressBook } from '#engine/addresses/index.ts';
import { readLastPaths } from '#engine/netlify/address-book.ts';
import { writeHostFiles } from '#engine/netlify/host-files.ts';
import { parseConfig } from '#engine/config.ts';
import { getSnapshotDirectory } from '#engine/account.ts';
import { openService, post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { closing } from '../../support/closing.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';
import { createSite } from '../../unit/content/pulled.ts';
import { startBlobs } from '../support/netlify.ts';

const account = { spaceId: 'space', environment: 'master' };
const now = new Date('2026-11-22T10:00:00Z');
const publish = (pulls: readonly Record<string, string>[]) =>
  createAddressBook(pulls.flatMap((live) => Object.entries(live)));

const blobs = closing(await startBlobs());

describe('the book in Blobs', () => {
  const open = () => getStore({ name: 'addresses', consistency: 'strong' });
  const readPaths = async () => [...(await readBlobBook(open(), account)).ids.keys()].sort();

  /** Builds on Netlify with one post. @returns an engine with the redirects, and the warnings */
  async function build(context: string, slug: string) {
    const service = await openService({ entries: [post('one', { slug })] });
    const { folder, pullFrom } = await createSite();
    const settings = { CONTEXT: context, URL: 'https://firm.netlify.app', DATA_DIR: folder };
    const parsed = parseConfig({ NETLIFY: 'true', ...settings });
    const config = { ...parsed, contentful: { ...service.account, spaceId: account.spaceId } };
    await pullFrom(service, { directory: getSnapshotDirectory(config), now });
    const dist = await createFolder({ '404.html': '<meta charset="utf-8">' });
    const warnings: unknown[] = [];
    const warned = vi.spyOn(console, 'warn').mockImplementation((line) => warnings.push(line));
    await writeHostFiles(config, dist, new Map()).finally(() => warned.mockRestore());
    const ask = await createRedirectEngine(await readFile(join(dist, '_redirects'), 'utf8'));
    return { ask, warnings };
  }

  test('has the addresses of each build of the live site, and of no other', async () => {
    await writeBlobBook(open(), account, publish([{ '/blog/before': 'one' }]));
    const { warnings } = await build('production', 'first');
    expect(warnings).toEqual([
      expect.stringMatching(/^warning: NETLIFY_BUILD_HOOK_URL is not set: [^\n]+$/),
    ]);
    const { ask } = await build('production', 'second');
    for (const path of ['/blog/before', '/blog/first'])
      expect(await ask(path)).toEqual({ status: 301, to: '/blog/second', isForced: false });
    const known = await readPaths();
    expect(known).toEqual(expect.arrayContaining(['/blog/before', '/blog/first', '/blog/second']));
    const preview = await build('deploy-preview', 'draft-of-an-address');
    expect((await preview.ask('/blog/before'))?.status).toBe(200);
    expect(await readPaths()).toEqual(known);
    expect((await readBlobBook(open(), { ...account, spaceId: 'real' })).ids.size).toBe(0);
  });

  test('that is damaged, or cannot be read, ends the build before the live site would lose it', async () => {
    const settings = parseConfig({ CONTENTFUL_SPACE_ID: 'space', CONTENTFUL_DELIVERY_TOKEN: 'a' });
    const sentence = 'The past addresses in Netlify Blobs cannot be used';
    const expectRefusal = async () => {
      await expect(build('production', 'third')).rejects.toThrow(sentence);
      await expect(readLastPaths(settings)).rejects.toThrow(sentence);
    };
    await open().set('space/master', '{"version":2}');
    await expectRefusal();
    blobs.close();
    await expectRefusal();
  });

  test('where there are no Blobs, as at home, is empty, and the build says so', async () => {
    vi.stubEnv('NETLIFY_BLOBS_CONTEXT', undefined);
    const { ask, warnings } = await build('production', 'fourth').finally(vi.unstubAllEnvs);
    expect(warnings).toContain(
      'warning: This build has no Netlify Blobs, and so no past addresses.',
    );
    expect((await ask('/blog/before'))?.status).toBe(200);
  });
});
