/** The headers of every answer on Node: the policy fits its page, and nothing else is allowed (host-files.test.ts has others). */
import { join } from 'node:path';
import { describe, expect, inject, it, test } from 'vitest';
import { startOrigin } from '#engine/front/index.ts';
import { startServer } from '#engine/front/server.ts';
import { prepareBundle } from '#engine/origin/index.ts';
import { parseConfig } from '#engine/config.ts';
import { getPictureOrigin } from '#engine/account.ts';
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
/** The site of the tests, whose pages have another address, and whose pictures another than at the build. */
const site = {
  ...parseConfig({ DATA_DIR: join(inject('media'), '..') }),
  contentful: { ...inject('account'), host: 'content.firm.test' },
};
const server = closing(
  await startServer({
    config,
    openSite: async (events) => ({
      shown: await startOrigin(await prepareBundle(site), site, events),
    }),
    log: () => undefined,
  }),
);
const ask = (path: string, question?: Question) => exchange(server.url + path, question);

/** Headers by path, as the Node server sends them. */
const sent = new Map<string, Headers>();
// Of the pages that wait, an unknown item gets the last: host-files.test.ts has the others.
for (const path of pages.keys())
  if (!path.startsWith('/live/')) sent.set(path, (await ask(path)).headers);
  else if (path.endsWith('/not-found'))
    sent.set(path, (await ask(path.replace(/^\/live(.*)\/not-found/, '$1/unknown'))).headers);

/** The address of the pictures of the content service. */
const pictures = getPictureOrigin(site.contentful) ?? '';

const policyOf = (path: string) =>
  parsePolicy(sent.get(path)?.get('content-security-policy') ?? '');

test('every page allows exactly its own inline parts, the files of its origin, and pictures of the content service', () => {
  expect(pages.size).toBeGreaterThan(40);
  for (const { path, html } of pages.values()) {
    if (!sent.has(path)) continue;
    const { scripts, styles } = listInlineHashes(html);
    const { 'script-src': ofScripts, 'style-src': ofStyles, ...others } = policyOf(path);
    expect(others, path).toEqual({ ...sharedDirectives, 'img-src': [pictures, "'self'"] });
    expect(new Set(ofScripts), path).toEqual(new Set(["'self'", ...scripts]));
    expect(new Set(ofStyles), path).toEqual(new Set(["'report-sample'", ...styles]));
  }
});

describe('an answer gets 130 points from the HTTP Observatory of MDN, the most without script files', () => {
  const check = (headers: Headers, path: string) => {
    // The stand-in for the content service has no https.
    const sent = Array.from(headers, ([name, value]) => [name, value.replace(pictures, '')]);
    expect(Object.fromEntries(sent), path).toMatchObject({
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
