/** All hosts answer the redirects of the firm alike. Netlify's own engine answers for Netlify. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTidyAddress } from '#engine/netlify/tidy-address.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';

vi.resetModules();
vi.doMock('#data/redirects.ts', () => ({
  redirects: [
    { from: '/services/*', to: '/services', status: 302 },
    { from: '/services/sales', to: '/services#sales', status: 302 },
    { from: '/news/*', to: '/blog/*', status: 301 },
    { from: '/news/2019', to: '/about', status: 301 },
    { from: '/news/2019/*', to: 'https://old.firm.test/*', status: 301 },
    { from: '/top/*', to: '/*', status: 301 },
  ],
}));
const { findRedirect } = await import('#engine/addresses/redirects.ts');
const { renderNetlifyRedirects, writeRedirectPages } = await import('#engine/netlify/redirects.ts');
vi.doUnmock('#data/redirects.ts');
vi.resetModules();

const askNetlify = await createRedirectEngine(renderNetlifyRedirects());

test.each([
  ['/services/unknown', 302, '/services'],
  ['/services/sales', 302, '/services#sales'],
  ['/services/sales/unknown', 302, '/services'],
  ['/services/unknown/and/deeper', 302, '/services'],
  ['/news', 301, '/blog'],
  ['/news/a', 301, '/blog/a'],
  ['/news/a/b/c', 301, '/blog/a/b/c'],
  ['/news/2019', 301, '/about'],
  ['/news/2019/may/1', 301, '/may/1'],
  ['/news/%C3%A9%20b', 301, '/blog/%C3%A9%20b'],
  ['/top', 301, '/'],
  ['/top/about', 301, '/about'],
])('both hosts redirect %s: %i %s', async (path, status, to) => {
  const found = findRedirect(decodeURIComponent(path));
  expect(found?.status).toBe(status);
  const { pathname, hash } = new URL(found?.to ?? '', 'https://www.firm.test');
  expect(pathname + hash).toBe(to);
  expect(await askNetlify(path)).toEqual({ status, to, isForced: false });
});

test('a host without rules has a page for each redirect; Netlify redirects all the same, and no page is replaced', async () => {
  const dist = await createFolder({ 'top.html': 'a page' });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const withPage = await writeRedirectPages('https://www.firm.test', dist);
  expect(warn.mock.calls.flat()).toEqual([
    expect.stringMatching(/^warning: The redirect from \/top does nothing/),
  ]);
  warn.mockRestore();
  expect(await readFile(join(dist, 'top.html'), 'utf8')).toBe('a page');
  const page = await readFile(join(dist, 'services/sales.html'), 'utf8');
  expect(page).toContain('http-equiv="refresh" content="0; url=/services#sales"');
  expect(page).toContain('rel="canonical" href="https://www.firm.test/services"');
  const ask = await createRedirectEngine(renderNetlifyRedirects({ withPage }));
  for (const [path, isForced] of [
    ['/services/sales', true],
    ['/news/2019', true],
    ['/news/2020', false],
    ['/top', false],
  ] as const)
    expect([path, await ask(path)]).toEqual([path, expect.objectContaining({ isForced })]);
});

test('on Netlify an address that was changed leads to the page that is meant, and else goes its way', async () => {
  const tidy = createTidyAddress();
  vi.spyOn(globalThis, 'fetch').mockImplementation((url) =>
    Promise.resolve(
      new Response(null, { status: url instanceof URL && url.pathname === '/about' ? 200 : 404 }),
    ),
  );
  const ask = (path: string) => tidy(new Request(`https://www.firm.test${path}`));
  for (const path of ['/About', '/about.html', '/about.%E2%80%9D', '/ABOUT.HTML,']) {
    const answer = await ask(`${path}?a=B`);
    expect([answer?.status, answer?.headers.get('location')]).toEqual([301, '/about?a=B']);
  }
  for (const path of ['/None', '/about', '/caf%C3%A9']) expect(await ask(path)).toBeUndefined();
  vi.restoreAllMocks();
});

test('other paths have no redirect', async () => {
  for (const path of ['/services', '/servicesque', '/newsroom', '/other/services/a']) {
    expect(findRedirect(path), path).toBeNull();
    expect(await askNetlify(path), path).toBeNull();
  }
});

test('a build for other hosts says that an unknown item is not found, and redirects no list', async () => {
  for (const list of ['/blog', '/resources']) {
    const waiting = { status: 404, to: `/live${list}/not-found`, isForced: false };
    expect(await askNetlify(`${list}/newer`)).toEqual(waiting);
    for (const path of [list, `${list}/page/2`]) expect(await askNetlify(path)).toBeNull();
  }
});

const liveFunction = '/.netlify/functions/live-page';
test('on Netlify a function answers at the addresses of unknown items', async () => {
  const ask = await createRedirectEngine(renderNetlifyRedirects({ hasLivePages: true }));
  for (const query of ['', '?live', '?utm=1&live']) {
    const to = `${liveFunction}/blog/newer`;
    expect(await ask(`/blog/newer${query}`)).toEqual({ status: 200, to, isForced: false });
  }
  expect(await ask('/resources?live')).toBeNull();
});
