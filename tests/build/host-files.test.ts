/** The headers that a static build writes for its host: they allow what the pages contain, and nothing else. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { collections } from '#collections/index.ts';
import { parseConfig } from '#engine/config.ts';
import { failedPath, hasPages, notFoundPath, waitingPath } from '#engine/declare/collections.ts';
import { writeHostFiles } from '#engine/netlify/host-files.ts';
import { createFolder } from '../fixtures/folder.ts';
import { getPage, readBuilt, readPages } from '../support/built-site.ts';
import { getHeaders, parseNetlifyHeaders } from '../support/netlify-headers.ts';
import { listInlineHashes, parsePolicy, sharedDirectives } from '../support/policy.ts';

const pages = await readPages();
const rules = parseNetlifyHeaders(await readBuilt('_headers'));

const readPolicies = (path: string) =>
  (getHeaders(rules, path).get('content-security-policy') ?? []).map(parsePolicy);

/** What a policy must allow for a page: its own inline parts. */
const needs = (path: string) => {
  const { scripts, styles } = listInlineHashes(getPage(pages, path).html);
  return { 'script-src': scripts, 'style-src': styles };
};

const expectAllowed = (path: string, shown: string) => {
  const policies = readPolicies(path);
  expect(policies.length, path).toBeGreaterThan(1);
  for (const policy of policies)
    for (const [directive, hashes] of Object.entries(needs(shown)))
      if (policy[directive])
        expect(policy[directive], path).toEqual(expect.arrayContaining(hashes));
};

test('every rule of a page, whether joined or the last, allows its inline parts', () => {
  expect(pages.size).toBeGreaterThan(40);
  for (const path of pages.keys()) expectAllowed(path, path);
});

test('the last rule of a page is strict, and allows nothing that no page of its route has', () => {
  const all = [...pages.keys()].map(needs);
  const hashes = new Set(all.flatMap((one) => Object.values(one).flat()));
  for (const path of pages.keys()) {
    const {
      'script-src': scripts,
      'style-src': styles,
      ...policy
    } = readPolicies(path).at(-1) ?? {};
    expect(policy, path).toEqual({
      ...sharedDirectives,
      'img-src': [expect.stringMatching(/^http:/), "'self'"],
    });
    for (const source of [...(scripts ?? []), ...(styles ?? [])])
      if (source.startsWith("'sha")) expect(hashes, path).toContain(source);
  }
});

test('the pages that are shown at the address of an unknown item are allowed there', () => {
  for (const collection of collections.filter(hasPages))
    for (const state of [waitingPath, notFoundPath, failedPath])
      expectAllowed(`${collection.pages.path}/unknown`, state(collection));
});

test('on Netlify only the page for unknown addresses contains its own policy', async () => {
  const folder = await createFolder();
  const published = join(folder, 'dist');
  await cp(inject('distDirectory'), published, { recursive: true });
  const settings = { NETLIFY: 'true', CONTEXT: 'deploy-preview', URL: 'https://www.firm.test' };
  const parsed = parseConfig({ ...settings, DATA_DIR: join(inject('media'), '..') });
  const sources = Object.entries(readPolicies('/404').at(-1) ?? {}).map(
    ([name, list]) => [name, new Set(list)] as const,
  );
  const policies = new Map([['/404', new Map(sources)]]);
  await writeHostFiles({ ...parsed, contentful: inject('account') }, published, policies);
  const read = (file: string) => readFile(join(published, file), 'utf8');
  const [, policy] =
    /http-equiv="content-security-policy" content="([^"]*)"/.exec(await read('404.html')) ?? [];
  const { 'frame-ancestors': _, ...own } = readPolicies('/404').at(-1) ?? {};
  expect(parsePolicy(policy)).toEqual(own);
  expect(await read('about.html')).toBe(getPage(pages, '/about').html);
});
