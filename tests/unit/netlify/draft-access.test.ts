/** On Netlify the password protects deploys that show drafts, and no other deploys. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { writeDraftAccess } from '#engine/netlify/deploy-files.ts';
import { parseConfig } from '#engine/config.ts';
import { createFolder } from '../../fixtures/folder.ts';

const drafts = {
  NETLIFY: 'true',
  CONTEXT: 'branch-deploy',
  URL: 'https://firm.netlify.app',
  CONTENTFUL_SPACE_ID: 'space',
  CONTENTFUL_DELIVERY_TOKEN: 'delivery',
  CONTENTFUL_PREVIEW_TOKEN: 'preview',
  PREVIEW_PASSWORD: 'correct-horse-battery',
};

test.each([
  [{}, { showsDrafts: true, previewHost: 'preview.contentful.com' }],
  [{ CONTENTFUL_HOST: 'cdn.eu.contentful.com' }, { previewHost: 'preview.eu.contentful.com' }],
  [{ CONTENTFUL_PREVIEW_TOKEN: '' }, { showsDrafts: false }],
])('a branch with a token for the Preview API shows drafts; with %j: %j', (other, shown) => {
  expect(parseConfig({ ...drafts, ...other }).contentful).toMatchObject(shown);
});

type Access = (request: Request, context: { ip: string }) => Promise<Response | undefined>;
const isFunction = (value: unknown): value is { default: Access; config: unknown } =>
  typeof value === 'object' && value !== null && 'default' in value && 'config' in value;

test('the edge function asks for the password on every path, and for no more than 30 guesses of one visitor', async () => {
  const folder = await createFolder();
  await writeDraftAccess(parseConfig(drafts), folder);
  const written: unknown = await import(pathToFileURL(join(folder, 'draft-access.ts')).href);
  if (!isFunction(written)) throw new Error('There is no edge function.');
  expect(written.config).toEqual({
    path: '/*',
    rateLimit: { windowLimit: 1200, windowSize: 180, aggregateBy: ['ip', 'domain'] },
  });
  const ask = (ip: string, password?: string) => {
    const authorization = `Basic ${btoa(`editor:${password}`)}`;
    const headers: HeadersInit = password === undefined ? {} : { authorization };
    return written.default(new Request('https://a--firm.netlify.app/blog', { headers }), { ip });
  };
  expect(await ask('198.51.100.1', drafts.PREVIEW_PASSWORD)).toBeUndefined();
  for (const answer of [await ask('198.51.100.1'), await ask('198.51.100.1', '')]) {
    expect(answer?.status).toBe(401);
    expect(await answer?.text()).toContain('<form method="post">');
    expect(answer?.headers.get('www-authenticate')).toMatch(/^Cookie /);
    expect(answer?.headers.has('x-frame-options')).toBe(false);
    expect(answer?.headers.get('x-robots-tag')).toContain('noindex');
    expect(answer?.headers.get('cache-control')).toBe('private, no-store');
  }
  for (let guess = 0; guess < 30; guess += 1) await ask('198.51.100.2', 'wrong-password');
  expect((await ask('198.51.100.2', drafts.PREVIEW_PASSWORD))?.status).toBe(429);
  expect(await ask('198.51.100.3', drafts.PREVIEW_PASSWORD)).toBeUndefined();
});

test('a build without drafts has no edge function, and removes that of an earlier build', async () => {
  const folder = await createFolder();
  await writeDraftAccess(parseConfig(drafts), folder);
  expect(await readdir(folder)).toEqual(['draft-access.ts']);
  await writeDraftAccess(parseConfig({ ...drafts, CONTEXT: 'production' }), folder);
  expect(await readdir(folder)).toEqual([]);
});
