/** How the Node server answers for the pages and files of a site. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { exchange, exchangeBytes } from './support/exchange.ts';
import { createServedFiles } from './support/served-files.ts';

const page = (title: string) => `<!doctype html><title>${title}</title><p>${'text '.repeat(200)}`;
const image = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);

const built: Record<string, string | Uint8Array> = {
  'index.html': page('Home'),
  'services.html': page('Services'),
  'services/ai.html': page('AI'),
  'contact.html': page('Contact'),
  'blog.html': page('Blog'),
  'blog/post.html': page('Post'),
  '404.html': page('Not found'),
  'café.html': page('Café'),
  'vanished.woff2': '',
  '_astro/script.abc123.js': 'export {}',
  _headers: 'secret',
  _redirects: 'secret',
  '.env': 'secret',
  '.well-known/security.txt': 'Contact: mailto:a@firm.test',
  'favicon.ico': image,
  'sitemap-0.xml': '<urlset/>',
};

const site = await createServedFiles({ ...built, '../secret.txt': 'secret' });
await mkdir(join(site.dataPath, 'media'));
await writeFile(join(site.dataPath, 'media', 'abc123.avif'), image);
const server = closing(await site.start({ SITE_URL: 'https://www.firm.test' }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(server.url + path, { method, headers });

describe('addresses', () => {
  // With the title of a page, or the target of a redirect; tests/unit/netlify/redirects.test.ts has those of the firm.
  test.each<[path: string, status: number, shown: string]>([
    ['/', 200, 'Home'],
    ['/services/ai', 200, 'AI'],
    ['/contact?sent=1', 200, 'Contact'],
    ['/caf%C3%A9', 200, 'Café'],
    ['/%73ervices', 200, 'Services'],
    ['/services///', 308, '/services'],
    ['/services/?utm=a%20b&x=/', 308, '/services?utm=a%20b&x=/'],
    ['/nothing/', 308, '/nothing'],
    ['/api/health/', 308, '/api/health'],
    ['/blog/a/b', 404, 'Not found'],
    ['/content-report', 404, 'Not found'], // of the draft preview alone
    ['/404', 404, 'Not found'],
    ['/services.html', 404, 'Not found'],
    ['/blog%2Fpost', 404, 'Not found'],
  ])('%s is answered with %i: %s', async (path, status, shown) => {
    const answer = await get(path);
    const title = /<title>(.*)<\/title>/.exec(answer.body)?.[1];
    expect([answer.status, answer.headers.get('location') ?? title]).toEqual([status, shown]);
  });

  test('a path leads to no file outside of the site, and to no other site', async () => {
    for (const path of [
      ...['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/services/../../secret.txt'],
      ...['/..\\secret.txt', '/..%5csecret.txt', '/%00', '/services%00.html', '//evil.test/'],
      ...['//evil.test//', '/\\evil.test/', '/_headers', '/_redirects', '/.env', '/%2eenv'],
      ...['/__proto__', `/${'a/'.repeat(4000)}b`],
    ]) {
      const { status, body, headers } = await get(path);
      expect([path, status, headers.get('location')]).toEqual([path, 404, null]);
      expect(body).not.toContain('secret');
    }
    for (const path of ['/%', '/%zz', '/caf%E9', '/%c0%ae%c0%ae/secret.txt'])
      expect([path, (await get(path)).status]).toEqual([path, 400]);
  });
});

describe('methods', () => {
  test('HEAD answers as GET does, without the body', async () => {
    for (const path of ['/services', '/media/abc123.avif', '/services/', '/api/health']) {
      const whole = await get(path);
      const head = await get(path, {}, 'HEAD');
      expect([path, head.status, head.body]).toEqual([path, whole.status, '']);
      for (const { headers } of [whole, head])
        for (const name of ['date', 'connection', 'keep-alive', 'transfer-encoding'])
          headers.delete(name);
      expect([...head.headers]).toEqual([...whole.headers]);
    }
  });

  test.each([
    ['POST', '/services', 'GET, HEAD'],
    ['PUT', '/contact', 'POST, GET, HEAD'],
    ['OPTIONS', '/', 'GET, HEAD'],
    ['POST', '/api/health', 'GET'],
  ])('%s %s is refused with the allowed methods', async (method, path, allow) => {
    const { status, headers, body } = await get(path, {}, method);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(JSON.parse(body)).toEqual({ error: `This address only answers ${allow}.` });
  });
});

// tests/unit/netlify/headers.test.ts has the other headers.
const immutable = 'public, max-age=31536000, immutable';
const revalidated = 'public, max-age=0, must-revalidate';
test.each([
  ['/_astro/script.abc123.js', 'text/javascript; charset=utf-8', immutable],
  ['/media/abc123.avif', 'image/avif', immutable],
  ['/favicon.ico', 'image/x-icon', revalidated],
  ['/nothing', 'text/html; charset=utf-8', revalidated],
  ['/sitemap-0.xml', 'text/xml; charset=utf-8', revalidated],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8', revalidated],
])('%s is %s, and %s', async (path, type, cache) => {
  const { headers } = await get(path);
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([type, cache]);
});

test.each(['/services', '/media/abc123.avif'])(
  '%s is not sent again to a visitor who has it, and has one tag in every encoding',
  async (path) => {
    const getTag = async (encoding: string) =>
      (await get(path, { 'accept-encoding': encoding })).headers.get('etag') ?? '';
    const etag = await getTag('br');
    expect(await getTag('gzip')).toBe(etag);
    for (const tags of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
      const { status, body, headers } = await get(path, { 'if-none-match': tags });
      expect([status, body, headers.get('etag')]).toEqual([304, '', etag]);
      expect(headers.has('content-length')).toBe(false);
    }
    const other = (await get('/blog')).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': other })).status).toBe(200);
    expect((await get('/nothing', { 'if-none-match': '*' })).status).toBe(404);
  },
);

test.each([
  ['/services', 'gzip, deflate, br, zstd', 'br'],
  ['/services', 'br;q=0, gzip', 'gzip'],
  ['/services', 'br;q=0.5', 'br'],
  ['/media/abc123.avif', 'br', null],
])('%s for a client that accepts %j is in %j', async (path, accepted, encoding) => {
  const { headers } = await get(path, { 'accept-encoding': accepted });
  expect(headers.get('content-encoding')).toBe(encoding);
  expect(headers.get('vary')).toBe(path === '/services' ? 'accept-encoding' : null);
  const length = Number(headers.get('content-length'));
  expect(length < page('Services').length / 2).toBe(encoding !== null);
  const answer = await fetch(server.url + path, { headers: { 'accept-encoding': accepted } });
  const content = path === '/services' ? Buffer.from(page('Services')) : Buffer.from(image);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
});

test('/api/health names the version of the content', async () => {
  const { status, headers, body } = await get('/api/health');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(JSON.parse(body)).toEqual({
    status: 'ok',
    version: 'version-1',
    pulledAt: '2026-11-21T12:00:00Z',
    building: false,
    leads: { waiting: 0, failed: 0, trapped: 0 },
  });
});

// The head of a request, whose lines end with `\n` here.
test.each([
  [200, 'GET /services HTTP/1.0'],
  [200, 'GET https://www.firm.test/services HTTP/1.1\nHost: firm.test'],
  [415, 'POST /contact/ HTTP/1.1\nHost: firm.test\nContent-Length: 0'],
  [400, 'GET http://firm.test@evil.test/ HTTP/1.1\nHost: firm.test'],
  [400, 'GET / HTTP/1.1'],
  [400, 'GET /services HTTP/1.1\nHost: site\nHost: site'],
  ...['', 'a b', 'a/b', 'a@b', 'site:http', 'site:99999', '[::1'].map((host): [number, string] => [
    400,
    `GET /services HTTP/1.1\nHost: ${host}`,
  ]),
  [400, 'POST /contact HTTP/1.1\nHost: site\nContent-Length: 5\nTransfer-Encoding: chunked'],
  [400, 'nonsense'],
  [431, `GET / HTTP/1.1\nHost: site\nX: ${'x'.repeat(20_000)}`],
])('%i for the request %j', async (status, head) => {
  const bytes = `${head}\nConnection: close\n\n`.replaceAll('\n', '\r\n');
  const answer = await exchangeBytes(server.url, bytes);
  expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
});

test.each([
  ['bytes=0-9', 206, 10],
  ['bytes=-5', 206, 5],
  ['bytes=5-2', 416, 0],
  ['bytes=2000-', 416, 0],
])('a picture is sent in the part %j', async (range, status, length) => {
  const answer = await get('/media/abc123.avif', { range });
  expect([answer.status, answer.headers.get('content-length')]).toEqual([status, String(length)]);
});

// tests/server/publish/damage.test.ts has a site whose files are made again.
test('a file that vanished fails its address, as nothing before did', async () => {
  const listFailures = () => site.log.filter((line) => line.includes('failed'));
  expect(listFailures()).toEqual([]);
  await rm(site.path, { recursive: true });
  const { status, body, headers } = await get('/vanished.woff2');
  expect([status, body]).toEqual([500, 'This page could not be read. Please try again.\n']);
  expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['10', 'no-store']);
  expect(site.log.at(-1)).toContain('"event":"page.failed","error":"Error ENOENT"');
  expect(listFailures().join()).not.toContain(site.path);
});
