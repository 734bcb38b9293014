/** Netlify's functions for live pages and for the content report, as a build writes them. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { writeContentReport, writeLivePages } from '#engine/netlify/deploy-files.ts';
import { prepare } from '#engine/render/index.ts';
import { pullContent } from '#engine/pull/index.ts';
import { post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { openAccount } from '../../support/account.ts';
import { closing } from '../../support/closing.ts';
import { bundle, callBundles } from '../support/call-bundle.ts';

test('functions show posts newer than the build, else its pages, and the content report to whoever has the password', async () => {
  const odd = post('odd', { title: 'With an odd address', slug: 'Odd' });
  const entries = [post('new', { title: 'Newer than the build' }), odd];
  const settings = { PREVIEW_PASSWORD: 'a-long-password' };
  const { service, config } = closing(await openAccount({ entries, assets: [] }, settings));
  const path = await createFolder({
    'live/blog.html': 'waits for a post',
    'live/blog/not-found.html': 'no such post',
    'live/blog/failed.html': 'could not be loaded',
    'live/resources.html': 'waits for a resource',
    'live/resources/not-found.html': 'no such resource',
    'live/resources/failed.html': 'could not be loaded',
    'blog.html': 'failed list',
    'resources.html': 'failed list',
    'build.json': '{"status":"failed"}',
  });
  await pullContent(config);
  const { directory } = await prepare(config, { renderers: inject('renderers') });
  await writeLivePages(config, path, directory, path);
  await writeContentReport(config, directory, path);
  const reportSource = join(path, 'content-report.ts');
  expect(readFileSync(reportSource, 'utf8')).toContain("path: '/content-report'");
  await bundle([join(path, 'live-page', 'live-page.ts'), reportSource], path, { outbase: path });
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(path, 'node_modules'));
  const livePage = join(path, 'live-page', 'live-page.mjs');
  // A picture encoder would make Netlify pack all of Node.
  expect(readFileSync(livePage, 'utf8')).not.toContain('@img/sharp');

  const contains = (text: string) => expect.stringContaining(text) as string;
  const report = join(path, 'content-report.mjs');
  const live = expect.stringMatching(
    /^<!DOCTYPE html>.*Newer than the build.*<\/html>$/s,
  ) as string;
  const expected: [file: string, path: string, status: number, body: string, password?: string][] =
    [
      [livePage, '/blog/new?live', 200, live],
      [livePage, '/blog?live', 200, live],
      [livePage, '/.netlify/functions/live-page/blog/new?live', 200, live],
      [livePage, '/blog/new', 404, 'waits for a post'],
      [livePage, '/resources/x%20y', 404, 'waits for a resource'],
      [livePage, '/blog/none?live', 404, 'no such post'],
      [livePage, '/resources/x%20y?live', 404, 'no such resource'],
      [livePage, '/blog', 200, 'failed list'],
      [report, '/content-report', 200, contains('With an odd address'), 'a-long-password'],
      [report, '/content-report', 401, contains('This is not the password.'), 'another-password'],
    ];
  const questions = expected.map(([file, asked, , , password]) => ({
    file,
    url: `https://firm.test${asked}`,
    headers: { authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}` },
  }));
  const answers = await callBundles(service.account, questions);
  expect(answers).toEqual(expected.map(([, , status, body]) => ({ status, body })));

  await service.setFaults({ kind: 'unauthorized' });
  const asked = (path: string) => ({ file: livePage, url: `https://firm.test${path}` });
  expect(
    await callBundles(service.account, [asked('/blog/new?live'), asked('/blog?live')]),
  ).toEqual([
    { status: 502, body: 'could not be loaded' },
    { status: 502, body: 'failed list' },
  ]);

  await writeContentReport({ ...config, preview: { ...config.preview, password: null } }, '', path);
  expect(existsSync(reportSource)).toBe(false);
});
