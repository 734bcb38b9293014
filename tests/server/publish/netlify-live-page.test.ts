/** Netlify's function for live pages, as a build writes it. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { writeContentReport, writeLivePages } from '../../../src/engine/netlify/deploy-files.ts';
import { startContentService } from '../../../scripts/content-service/service.ts';
import { parseConfig } from '../../../src/config.ts';
import { prepare, pullContent } from '../../../src/engine/publish/index.ts';
import { post } from '../../fixtures/content.ts';
import { bundle, callBundles } from '../support/call-bundle.ts';
import { createFolder } from '../support/served-files.ts';

test('the function shows posts newer than the build, and otherwise the pages of the build', async () => {
  const service = await startContentService({
    space: { entries: [post('new', { title: 'Newer than the build' })], assets: [] },
  });
  const { path, remove } = await createFolder({
    'live/blog.html': 'waits for a post',
    'live/resources.html': 'waits for a resource',
    'blog.html': 'failed list',
    'resources.html': 'failed list',
    'build.json': '{"status":"failed"}',
  });
  onTestFinished(async () => {
    await service.close();
    await remove();
  });
  const config = { ...parseConfig({ PORT: '0' }), contentful: service.account };
  const { directory } = await prepare(config, { renderers: inject('renderers') });
  await writeLivePages(config, path, directory, path);
  await bundle([join(path, 'live-page', 'live-page.ts')], path);
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(path, 'node_modules'));
  const file = join(path, 'live-page.mjs');
  // A picture encoder would make Netlify pack all of Node.
  expect(readFileSync(file, 'utf8')).not.toContain('@img/sharp');

  const live = expect.stringMatching(
    /^<!DOCTYPE html>.*Newer than the build.*<\/html>$/s,
  ) as string;
  const expected: [path: string, status: number, body: string][] = [
    ['/blog/new?live', 200, live],
    ['/blog?live', 200, live],
    ['/.netlify/functions/live-page/blog/new?live', 200, live],
    ['/blog/new', 404, 'waits for a post'],
    ['/blog/none?live', 404, 'waits for a post'],
    ['/resources/x%20y?live', 404, 'waits for a resource'],
    ['/blog', 200, 'failed list'],
  ];
  const environment = {
    CONTENTFUL_SPACE_ID: service.account.spaceId,
    CONTENTFUL_DELIVERY_TOKEN: service.account.deliveryToken,
    CONTENTFUL_ENVIRONMENT: service.account.environment,
    CONTENTFUL_HOST: service.host,
    CONTENTFUL_INSECURE: 'true',
  };
  const asked = expected.map(([asked]) => ({ file, url: `https://firm.test${asked}` }));
  const answers = await callBundles(environment, asked);
  expect(answers).toEqual(expected.map(([, status, body]) => ({ status, body })));
});

test('the content report of a build is shown to whoever has the password', async () => {
  const service = await startContentService({
    space: { entries: [post('odd', { title: 'With an odd address', slug: 'Odd' })], assets: [] },
  });
  const { path, remove } = await createFolder();
  onTestFinished(async () => {
    await service.close();
    await remove();
  });
  const settings = { PORT: '0', DATA_DIR: join(path, 'data'), PREVIEW_PASSWORD: 'a-long-password' };
  const config = { ...parseConfig(settings), contentful: service.account };
  await pullContent(config);
  const { directory } = await prepare(config, { renderers: inject('renderers') });
  await writeContentReport(config, directory, path);
  const file = join(path, 'content-report.ts');
  expect(readFileSync(file, 'utf8')).toContain("path: '/content-report'");
  await bundle([file], path);
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(path, 'node_modules'));
  const ask = (password: string) => ({
    file: join(path, 'content-report.mjs'),
    url: 'https://firm.test/content-report',
    headers: { authorization: `Basic ${Buffer.from(`me:${password}`).toString('base64')}` },
  });
  const asked = [ask('a-long-password'), ask('another-password')];
  expect(await callBundles({}, asked)).toEqual([
    { status: 200, body: expect.stringContaining('With an odd address') },
    { status: 401, body: '{"error":"This page needs the password of the editors."}' },
  ]);
  await writeContentReport({ ...config, preview: { ...config.preview, password: null } }, '', path);
  expect(existsSync(file)).toBe(false);
});
