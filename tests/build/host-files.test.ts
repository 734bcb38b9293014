/** The headers that a static build writes for its host: they allow what the pages contain, and nothing else. */
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it, test } from 'vitest';
import { collections } from '#collections/index.ts';
import { parseConfig } from '#engine/config.ts';
import { hasPages, notFoundPath, waitingPath } from '#engine/collections.ts';
import { writeHostFiles } from '#engine/netlify/host-files.ts';
import { createFolder } from '../fixtures/folder.ts';
import { getPage, listFiles, readBuilt, readPages } from '../support/built-site.ts';
import { getHeaders, parseNetlifyHeaders } from '../support/netlify-headers.ts';
import { listInlineHashes, parsePolicy, sharedDirectives } from '../support/policy.ts';

const pages = await readPages();
const rules = parseNetlifyHeaders(await readBuilt('_headers'));

const inline = new Map(
  Array.from(pages.values(), ({ path, html }) => [path, listInlineHashes(html)] as const),
);
const scripts = new Set([...inline.values()].flatMap((page) => page.scripts));
const listStyles = (paths: readonly string[]) =>
  [...new Set(paths.flatMap((path) => inline.get(path)?.styles ?? []))].sort();

const readPolicies = (path: string) =>
  (getHeaders(rules, path).get('content-security-policy') ?? []).map(parsePolicy);

const isTop = (path: string) => path.lastIndexOf('/') === 0;

describe('the last policy of a page', () => {
  const expectPolicy = (path: string, shown: readonly string[]) => {
    const { 'script-src': ofScripts, ...policy } = readPolicies(path).at(-1) ?? {};
    expect(ofScripts, path).toEqual(["'self'", ...scripts].sort());
    expect(policy, path).toEqual({
      ...sharedDirectives,
      'style-src': listStyles(shown),
      'img-src': ["'self'", expect.stringMatching(/^http:/)],
    });
  };

  it('at the top allows exactly its styles, the scripts of the pages, and the files of its origin', () => {
    expect(pages.size).toBeGreaterThan(40);
    for (const path of pages.keys()) if (isTop(path)) expectPolicy(path, [path]);
  });

  it('in a folder allows exactly what any page contains that is shown there', () => {
    const folders = new Set(
      [...pages.keys()].filter((path) => !isTop(path)).map((path) => `/${path.split('/')[1]}`),
    );
    for (const folder of folders) {
      const list = collections.filter(hasPages).find(({ pages }) => pages.path === folder);
      const inside = [...pages.keys()].filter((path) => path.startsWith(`${folder}/`));
      const others = ['/404', folder, ...(list ? [waitingPath(list), notFoundPath(list)] : [])];
      for (const path of inside) expectPolicy(path, [...inside, ...others]);
    }
  });
});

test('each of the joined policies of a page allows its content', () => {
  for (const path of pages.keys()) {
    const policies = readPolicies(path);
    expect(policies.length, path).toBeGreaterThan(1);
    const needed: Record<string, readonly string[]> = {
      'script-src': inline.get(path)?.scripts ?? [],
      'style-src': listStyles([path]),
    };
    for (const policy of policies)
      for (const [directive, sources] of Object.entries(needed))
        if (policy[directive])
          expect(policy[directive], path).toEqual(expect.arrayContaining([...sources]));
  }
});

test('no file tells what the pages contain inline', async () => {
  expect((await listFiles()).filter((file) => file.startsWith('/_'))).toEqual(
    expect.not.arrayContaining([expect.stringContaining('inline')]),
  );
});

test('on Netlify only the page for unknown addresses contains its own policy', async () => {
  const folder = await createFolder();
  const published = join(folder, 'dist');
  await cp(inject('distDirectory'), published, { recursive: true });
  const settings = { NETLIFY: 'true', CONTEXT: 'deploy-preview', URL: 'https://www.firm.test' };
  const parsed = parseConfig({ ...settings, DATA_DIR: join(inject('media'), '..') });
  const styles = listStyles(['/404']);
  const parts = {
    scripts: [...scripts],
    routes: [{ pattern: '^/404$', isDynamic: false, file: 'src/pages/404.astro', styles }],
  };
  await writeHostFiles({ ...parsed, contentful: inject('account') }, published, parts);
  const read = (file: string) => readFile(join(published, file), 'utf8');
  const [, policy] =
    /http-equiv="content-security-policy" content="([^"]*)"/.exec(await read('404.html')) ?? [];
  const { 'frame-ancestors': _, ...own } = readPolicies('/404').at(-1) ?? {};
  expect(parsePolicy(policy)).toEqual({ ...own, 'img-src': ["'self'"] });
  expect(await read('about.html')).toBe(getPage(pages, '/about').html);
});
