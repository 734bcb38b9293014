/** Both hosts answer the redirects of the firm alike. Netlify's own engine answers for Netlify. */
import { expect, test } from 'vitest';
import { findFile } from '../../../src/engine/serve/node/site.ts';
import { redirects, renderNetlifyRedirects } from '../../../src/data/redirects.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';

const site = { files: new Map(), notFound: null, live: new Map(), folders: new Map() };
const askNetlify = await createRedirectEngine(renderNetlifyRedirects());

test('each redirect has its status and target', async () => {
  for (const { from, to, status } of redirects)
    for (const rest of ['unknown', 'unknown/and/deeper']) {
      const path = from.replace('*', rest);
      expect(findFile(site, path), path).toMatchObject({ status, to });
      expect(await askNetlify(path), path).toEqual({ status, to, isForced: false });
    }
});

test.each([
  ['/blog/newer', '/blog/live'],
  ['/resources/newer', '/resources/live'],
])('on Netlify %s gets the page that loads an item live, with status 404', async (path, to) => {
  expect(await askNetlify(path)).toEqual({ status: 404, to, isForced: false });
});

test.each(['/blog', '/blog/page/2'])('on Netlify %s is not redirected', async (path) => {
  expect(await askNetlify(path)).toBeNull();
});
