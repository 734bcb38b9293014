/** Netlify's function for live pages, as a build writes it. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeLivePages } from '../../../scripts/astro/netlify-files.ts';
import {
  startContentService,
  type ContentService,
} from '../../../scripts/content-service/service.ts';
import { parseConfig } from '../../../src/config.ts';
import { prepare } from '../../../src/engine/publish/index.ts';
import { post } from '../../fixtures/content.ts';
import { callBundle } from '../support/call-bundle.ts';
import { createFolder } from '../support/hosts.ts';

let folder: Awaited<ReturnType<typeof createFolder>>;
let service: ContentService;
let bundle: string;

beforeAll(async () => {
  service = await startContentService({
    space: { entries: [post('new', { title: 'Newer than the build' })], assets: [] },
  });
  folder = await createFolder({
    'live/blog.html': 'waits for a post',
    'live/resources.html': 'waits for a resource',
    'blog.html': 'failed list',
    'resources.html': 'failed list',
    'build.json': '{"status":"failed"}',
  });
  const config = { ...parseConfig({ SITE_URL: 'https://firm.test' }), contentful: service.account };
  const { directory } = await prepare(config, { renderers: inject('renderers') });
  await writeLivePages(config, folder.path, directory, folder.path);
  bundle = join(folder.path, 'live-page.mjs');
  await build({
    entryPoints: [join(folder.path, 'live-page', 'live-page.ts')],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // As Netlify has it: packages stay as they are.
    packages: 'external',
  });
  symlinkSync(
    join(import.meta.dirname, '../../../node_modules'),
    join(folder.path, 'node_modules'),
  );
});
afterAll(async () => {
  await service.close();
  await folder.remove();
});

const call = (path: string) =>
  callBundle(bundle, `https://firm.test${path}`, {
    CONTENTFUL_SPACE_ID: service.spaceId,
    CONTENTFUL_DELIVERY_TOKEN: service.token,
    CONTENTFUL_ENVIRONMENT: service.environment,
    CONTENTFUL_HOST: service.host,
    CONTENTFUL_INSECURE: 'true',
  });

test.each(['/blog/new?live', '/blog?live', '/.netlify/functions/live-page/blog/new?live'])(
  '%s shows a post newer than the build',
  async (path) => {
    expect(await call(path)).toEqual({
      status: 200,
      body: expect.stringMatching(/^<!DOCTYPE html>.*Newer than the build.*<\/html>$/s),
    });
  },
);

test('the function contains no picture encoder, with which Netlify would pack all of Node', () => {
  expect(readFileSync(bundle, 'utf8')).not.toContain('@img/sharp');
});

test.each([
  ['/blog/new', 404, 'waits for a post'],
  ['/blog/none?live', 404, 'waits for a post'],
  ['/resources/x%20y?live', 404, 'waits for a resource'],
  ['/blog', 200, 'failed list'],
])('%s gets status %i: %s', async (path, status, body) => {
  expect(await call(path)).toEqual({ status, body });
});
