/** Netlify's function for live pages, as a build writes it. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { expect, test } from 'vitest';
import { createAddressBook } from '#engine/addresses/index.ts';
import { addressStore, writeBlobBook } from '#engine/netlify/addresses.ts';
import { writeBuiltFunctions } from '#engine/netlify/built-functions.ts';
import { pullContent } from '#engine/pull/index.ts';
import { post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { openAccount } from '../../support/account.ts';
import { closing } from '../../support/closing.ts';
import { bundle, callBundles } from '../support/call-bundle.ts';
import { startBlobs } from '../support/netlify.ts';

test('the function shows items newer than the build, and else its pages', async () => {
  const entries = [
    post('new', { title: 'Newer than the build' }),
    post('kept', { title: 'By its last address', slug: 'A slip' }),
  ];
  const settings = { NETLIFY: 'true', URL: 'https://firm.test', CONTENT_ON_FAILURE: 'degrade' };
  const { service, config } = closing(await openAccount({ entries, assets: [] }, settings));
  closing(await startBlobs());
  const book = createAddressBook([['/blog/kept', 'kept']]);
  await writeBlobBook(getStore(addressStore), service.account, book);
  const site = await createFolder({
    'live/blog.html': 'waits for a post',
    'live/blog/not-found.html': 'no such post',
    'live/blog/failed.html': 'could not be loaded',
    'live/resources.html': 'waits for a resource',
    'live/resources/not-found.html': 'no such resource',
    'live/resources/failed.html': 'could not be loaded',
    'blog.html': 'failed list',
    'resources.html': 'failed list',
  });
  await service.setFaults({ kind: 'unauthorized' });
  // A build without content.
  await pullContent(config);
  await writeBuiltFunctions(config, site, { scripts: [], routes: [] }, site);
  const folder = join(site, 'functions', 'live-page');
  await bundle([join(folder, 'live-page.ts')], folder);
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(site, 'node_modules'));
  const file = join(folder, 'live-page.mjs');
  // A picture encoder would make Netlify pack all of Node.
  expect(readFileSync(file, 'utf8')).not.toContain('@img/sharp');

  const expectAnswers = async (
    expected: readonly [path: string, status: number, body: string | RegExp][],
  ) => {
    const asked = expected.map(([path]) => ({ file, url: `https://firm.test${path}` }));
    const answers = expected.map(([, status, body]) => ({
      status,
      body: typeof body === 'string' ? body : (expect.stringMatching(body) as string),
    }));
    expect(await callBundles(service.account, asked)).toEqual(answers);
  };
  await expectAnswers([
    ['/blog/new?live', 502, 'could not be loaded'],
    ['/blog?live', 502, 'failed list'],
  ]);
  await service.setFaults();
  const page = (text: string) => new RegExp(`^<!DOCTYPE html>.*${text}.*</html>$`, 's');
  await expectAnswers([
    ['/blog/new?live', 200, page('Newer than the build')],
    ['/blog?live', 200, page('Newer than the build')],
    ['/.netlify/functions/live-page/blog/new?live', 200, page('Newer than the build')],
    ['/blog/kept?live', 200, page('By its last address')],
    ['/blog/new', 404, 'waits for a post'],
    ['/resources/x%20y', 404, 'waits for a resource'],
    ['/blog/none?live', 404, 'no such post'],
    ['/resources/x%20y?live', 404, 'no such resource'],
    ['/blog', 200, 'failed list'],
  ]);
});
