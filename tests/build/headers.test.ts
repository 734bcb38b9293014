/** The headers of every answer on Node: the policy fits its page, and nothing else is allowed (host-files.test.ts has others). */
import { join } from 'node:path';
import { describe, expect, inject, it, test } from 'vitest';
import { startServer } from '#engine/front/server.ts';
import { prepareBundle, startRendering } from '#engine/origin/index.ts';
import { parseConfig } from '#engine/config.ts';
import { redirects } from '#data/redirects.ts';
import { createFolder } from '../fixtures/folder.ts';
import { exchange, type Question } from '../server/support/exchange.ts';
import { readPages } from '../support/built-site.ts';
import { closing } from '../support/closing.ts';
import { listInlineHashes, parsePolicy, sharedDirectives } from '../support/policy.ts';

const pages = await readPages();
const folder = await createFolder();
const config = parseConfig({
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  NETLIFY: 'true',
  CONTEXT: 'deploy-preview',
  URL: 'https://www.firm.test',
});
/** The site of the tests, whose pages have another address. */
const site = {
  ...parseConfig({ DATA_DIR: join(inject('media'), '..') }),
  contentful: inject('account'),
};
const openSite = async () => ({ rendering: await startRendering(await prepareBundle(site), site) });
const server = closing(await startServer({ config, openSite, log: () => undefined }));
const ask = (path: string, question?: Question) => exchange(server.url + path, question);

/** Headers by path, as the Node server sends them. */
const sent = new Map<string, Headers>();
// Of the pages that wait, an unknown item gets the last: host-files.test.ts has the others.
for (const path of pages.keys())
  if (!path.startsWith('/live/')) sent.set(path, (await ask(path)).headers);
  else if (path.endsWith('/not-found'))
    sent.set(path, (await ask(path.replace(/^\/live(.*)\/not-found/, '$1/unknown'))).headers);

const policyOf = (path: string) =>
  parsePolicy(sent.get(path)?.get('content-security-policy') ?? '');

test('every page allows exactly its styles, the scripts of the pages, and the files of its origin', () => {
  expect(pages.size).toBeGreaterThan(40);
  const parsed = Array.from(pages.values(), ({ path, html }) => ({
    path,
    ...listInlineHashes(html),
  }));
  const scripts = new Set(parsed.flatMap((page) => page.scripts));
  for (const { path, styles } of parsed) {
    if (!sent.has(path)) continue;
    expect(policyOf(path), path).toEqual({
      ...sharedDirectives,
      'script-src': ["'self'", ...scripts].sort(),
      'style-src': styles.sort(),
      'img-src': ["'self'"],
    });
  }
});

describe('an answer gets 130 points from the HTTP Observatory of MDN, the most without script files', () => {
  const check = (headers: Headers, path: string) => {
    expect(Object.fromEntries(headers), path).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';(?!.*(?:'unsafe-|\*|http|data:)).*frame-ancestors 'none'/,
      ) as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    });
    for (const costly of ['access-control-allow-origin', 'set-cookie'])
      expect(headers.has(costly), path).toBe(false);
  };

  it('with every page', () => {
    for (const [path, headers] of sent) check(headers, path);
  });

  // tests/server/static-files.test.ts has the statuses of these.
  it('with what is no page', async () => {
    const paths = ['/nothing', '/blog/nothing', '/services/', '/%zz'];
    paths.push(...redirects.map(({ from }) => from.replace('*', 'nothing')));
    paths.push('/api/health', '/api/nothing', '/api/health/');
    for (const path of paths) check((await ask(path)).headers, path);
    for (const init of [{ method: 'POST', body: 'x' }, { method: 'DELETE' }])
      check((await ask('/contact', init)).headers, init.method);
  });
});
