/** Both hosts answer the redirects of the firm alike. Netlify's own engine answers for Netlify. */
import { expect, test } from 'vitest';
import { describeFile, readSite } from '#engine/table/site-files.ts';
import { findFile } from '#engine/serve/node/find-file.ts';
import { redirects } from '#data/redirects.ts';
import { renderNetlifyRedirects } from '#engine/netlify/redirects.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';

const site = await readSite(await createFolder());
const askNetlify = await createRedirectEngine(renderNetlifyRedirects());

test('each redirect has its status and target, and yields to a page', async () => {
  for (const { from, to, status } of redirects) {
    for (const rest of ['unknown', 'unknown/and/deeper']) {
      const path = from.replace('*', rest);
      expect(findFile(site, path), path).toMatchObject({ status, to });
      expect(await askNetlify(path), path).toEqual({ status, to, isForced: false });
    }
    const path = from.replace('*', 'page');
    const withPage = { ...site, files: new Map([[path, describeFile(`${path}.html`, path)]]) };
    expect(findFile(withPage, path)).toMatchObject({ status: 200 });
    expect(await askNetlify(`${to}que`)).toBeNull();
    expect(await askNetlify(`/other${from}`)).toBeNull();
  }
});

test('a build for other hosts lets unknown items answer with the waiting page, and redirects no list', async () => {
  for (const list of ['/blog', '/resources']) {
    const waiting = { status: 404, to: `/live${list}`, isForced: false };
    expect(await askNetlify(`${list}/newer`)).toEqual(waiting);
    for (const path of [list, `${list}/page/2`]) expect(await askNetlify(path)).toBeNull();
  }
});

const liveFunction = '/.netlify/functions/live-page';
test('on Netlify the function for live pages answers unknown items, and the lists of a degraded site', async () => {
  const healthy = await createRedirectEngine(renderNetlifyRedirects({ hasLivePages: true }));
  const degraded = await createRedirectEngine(
    renderNetlifyRedirects({ hasLivePages: true, isDegraded: true }),
  );
  for (const ask of [healthy, degraded])
    for (const query of ['', '?live', '?utm=1&live']) {
      const to = `${liveFunction}/blog/newer`;
      expect(await ask(`/blog/newer${query}`)).toEqual({ status: 200, to, isForced: false });
    }
  expect(await healthy('/resources?live')).toBeNull();
  const to = `${liveFunction}/resources`;
  expect(await degraded('/resources?live')).toEqual({ status: 200, to, isForced: true });
});
