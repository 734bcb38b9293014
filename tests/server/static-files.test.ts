import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/engine/serve/node/server.ts';
import { readSite } from '../../src/engine/serve/node/site.ts';
import { parseConfig } from '../../src/config.ts';
import { redirects } from '../../src/data/redirects.ts';
import { exchange, exchangeBytes } from './support/exchange.ts';
import { createFolder } from './support/hosts.ts';

const page = (title: string) => `<!doctype html><title>${title}</title><p>${'text '.repeat(200)}`;
const image = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);

const built: Record<string, string | Uint8Array> = {
  'index.html': page('Home'),
  'services.html': page('Services'),
  'services/ai.html': page('AI'),
  'contact.html': page('Contact'),
  'blog.html': page('Blog'),
  'blog/post.html': page('Post'),
  'live/blog.html': page('Waiting post'),
  'resources.html': page('Resources'),
  'live/resources.html': page('Waiting resource'),
  '404.html': page('Not found'),
  'café.html': page('Café'),
  '_astro/style.abc123.css': 'p{color:red}',
  '_astro/script.abc123.js': 'export {}',
  _headers: 'secret',
  _redirects: 'secret',
  '.env': 'secret',
  '.well-known/security.txt': 'Contact: mailto:a@firm.test',
  'media/abc123.avif': image,
  'media/abc123.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'media/abc123-checklist.pdf': '%PDF-1.4',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'sitemap-0.xml': '<urlset/>',
  'manifest.webmanifest': '{}',
  'build.json': JSON.stringify({ release: 'r1', builtAt: '2026-11-21T12:00:00Z' }),
};

let server: RunningServer;
let site: Awaited<ReturnType<typeof createFolder>>;
let data: Awaited<ReturnType<typeof createFolder>>;
const log: string[] = [];

beforeAll(async () => {
  site = await createFolder({ ...built, 'gone.html': page('Gone') });
  data = await createFolder({ 'secret.txt': 'secret' });
  server = await startServer({
    config: parseConfig({ PORT: '0', DATA_DIR: data.path }),
    openSite: async () => ({ site: await readSite(site.path) }),
    log: (line) => log.push(line),
  });
});
afterAll(async () => {
  await server.close();
  await site.remove();
  await data.remove();
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(server.url + path, { method, headers });
const title = (body: string) => /<title>(.*)<\/title>/.exec(body)?.[1];

describe('addresses', () => {
  test.each([
    ['/', 'Home'],
    ['/services', 'Services'],
    ['/services/ai', 'AI'],
    ['/blog/post', 'Post'],
    ['/contact?sent=1', 'Contact'],
    ['/services?', 'Services'],
    ['/caf%C3%A9', 'Café'],
    ['/%73ervices', 'Services'],
  ])('%s is the page "%s"', async (path, expected) => {
    const { status, body } = await get(path);
    expect([status, title(body)]).toEqual([200, expected]);
  });

  test.each([
    ['/services/', '/services'],
    ['/services/ai/', '/services/ai'],
    ['/services///', '/services'],
    ['/services/?utm=a%20b&x=/', '/services?utm=a%20b&x=/'],
    ['/services/unknown/', '/services/unknown'],
    ['/nothing/', '/nothing'],
    ['/api/health/', '/api/health'],
  ])('%s leads to %s for good, in one step', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')]).toEqual([308, location]);
  });

  test('each redirect of the firm is answered', async () => {
    for (const { from, to, status: expected } of redirects) {
      const { status, headers } = await get(from.replace('*', 'nothing/at/all'));
      expect([from, status, headers.get('location')]).toEqual([from, expected, to]);
    }
  });

  test.each([
    ['/blog/new-post', 'Waiting post'],
    ['/live/blog', 'Not found'],
    ['/blog/post.html', 'Waiting post'],
    ['/resources/new', 'Waiting resource'],
    ['/blog/a/b', 'Not found'],
    ['/nothing', 'Not found'],
    ['/404', 'Not found'],
    ['/services.html', 'Not found'],
    ['/index.html', 'Not found'],
    ['/blog%2Fpost', 'Not found'],
  ])('%s is unknown, and shows the page "%s"', async (path, expected) => {
    const { status, body, headers } = await get(path);
    expect([status, title(body)]).toEqual([404, expected]);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/services/../../secret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/%00',
    '/services%00.html',
    '//evil.test/',
    '//evil.test//',
    '/\\evil.test/',
    '/_headers',
    '/_redirects',
    '/.env',
    '/%2eenv',
    '/__proto__',
    '/constructor',
    '/' + 'a/'.repeat(4000) + 'b',
  ])('%s leads nowhere', async (path) => {
    const { status, body, headers } = await get(path);
    expect(status).toBe(404);
    expect(headers.get('location')).toBeNull();
    expect(body).not.toContain('secret');
  });

  test.each(['/%', '/%zz', '/caf%E9', '/%c0%ae%c0%ae/secret.txt'])(
    '%s cannot be read',
    async (path) => {
      expect((await get(path)).status).toBe(400);
    },
  );

  test('the page of an address that also takes leads is a page', async () => {
    const { status, headers, body } = await get('/contact');
    expect([status, title(body)]).toEqual([200, 'Contact']);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

describe('methods', () => {
  test('HEAD answers as GET does, without the body', async () => {
    for (const path of [
      '/services',
      '/media/abc123.avif',
      '/nothing',
      '/services/',
      '/api/health',
    ]) {
      const whole = await get(path);
      const head = await get(path, {}, 'HEAD');
      expect(head.body).toBe('');
      expect(head.status).toBe(whole.status);
      for (const headers of [whole.headers, head.headers]) {
        for (const name of ['date', 'connection', 'keep-alive', 'transfer-encoding'])
          headers.delete(name);
      }
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
    }
  });

  test.each([
    ['POST', '/services', 'GET, HEAD'],
    ['PUT', '/contact', 'POST, GET, HEAD'],
    ['DELETE', '/media/abc123.avif', 'GET, HEAD'],
    ['OPTIONS', '/', 'GET, HEAD'],
    ['POST', '/api/health', 'GET'],
  ])('%s %s is refused with the allowed methods', async (method, path, allow) => {
    const { status, headers, body } = await get(path, {}, method);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(JSON.parse(body)).toEqual({ error: `This address only answers ${allow}.` });
  });

  test('a form posted to the address with a slash is redirected with its method', async () => {
    const { status, headers } = await get('/contact/', {}, 'POST');
    expect([status, headers.get('location')]).toEqual([308, '/contact']);
  });
});

describe('types and caches', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', false],
    ['/_astro/style.abc123.css', 'text/css; charset=utf-8', true],
    ['/_astro/script.abc123.js', 'text/javascript; charset=utf-8', true],
    ['/media/abc123.avif', 'image/avif', true],
    ['/sitemap-0.xml', 'text/xml; charset=utf-8', false],
    ['/manifest.webmanifest', 'application/manifest+json', false],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8', false],
  ])('%s is %s', async (path, type, isHashed) => {
    const { headers } = await get(path);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('cache-control')).toBe(
      isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['/media/abc123.svg', '/media/abc123.avif', '/favicon.svg', '/sitemap-0.xml'])(
    '%s can run no code when it is opened directly',
    async (path) => {
      expect((await get(path)).headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'unsafe-inline';/,
      );
    },
  );

  test('downloads of editors are attachments, pictures are not', async () => {
    const disposition = async (path: string) =>
      (await get(path)).headers.get('content-disposition');
    expect(await disposition('/media/abc123-checklist.pdf')).toBe('attachment');
    expect(await disposition('/media/abc123.avif')).toBeNull();
  });

  test('pictures may be shown by other sites, pages may not', async () => {
    const resource = async (path: string) =>
      (await get(path)).headers.get('cross-origin-resource-policy');
    expect(await resource('/media/abc123.avif')).toBe('cross-origin');
    expect(await resource('/services')).toBe('same-origin');
  });

  test("a file in the visitor's cache is not sent again", async () => {
    for (const path of ['/services', '/media/abc123.avif']) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
      for (const tags of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
        const { status, body, headers } = await get(path, { 'if-none-match': tags });
        expect([status, body, headers.get('etag')]).toEqual([304, '', etag]);
        expect(headers.has('content-length')).toBe(false);
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  test('a missing page is never "not modified"', async () => {
    expect((await get('/nothing', { 'if-none-match': '*' })).status).toBe(404);
  });

  test('two pages have two tags, one page has one in every encoding', async () => {
    const tag = async (path: string, encoding: string) =>
      (await get(path, { 'accept-encoding': encoding })).headers.get('etag');
    expect(await tag('/services', 'br')).toBe(await tag('/services', 'gzip'));
    expect(await tag('/services', 'br')).not.toBe(await tag('/blog', 'br'));
  });
});

describe('encodings', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', null],
    ['br;q=0.5', 'br'],
    ['identity', null],
    ['xbr, gzipped', null],
    ['', null],
    [undefined, null],
  ])('Accept-Encoding %j gets %j', async (accepted, encoding) => {
    const headers: Record<string, string> =
      accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await get('/services', headers);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
  });

  test('both give the page in fewer bytes', async () => {
    for (const [encoding, expand] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await exchangeBytes(
        server.url,
        `GET /services HTTP/1.1\r\nHost: site\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      );
      const body = Buffer.from(response.slice(response.indexOf('\r\n\r\n') + 4), 'latin1');
      expect(expand(body).toString()).toBe(built['services.html']);
      expect(body.length).toBeLessThan(page('Services').length / 2);
    }
  });

  test('an image is not compressed', async () => {
    const { headers } = await get('/media/abc123.avif', { 'accept-encoding': 'br' });
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-length')).toBe('1000');
  });
});

describe('ranges of media', () => {
  const part = async (range: string, more: Record<string, string> = {}) => {
    const { status, headers } = await get('/media/abc123.avif', { range, ...more });
    return [status, headers.get('content-range'), headers.get('content-length')];
  };

  test.each([
    ['bytes=0-99', 'bytes 0-99/1000', '100'],
    ['bytes=900-', 'bytes 900-999/1000', '100'],
    ['bytes=-1', 'bytes 999-999/1000', '1'],
    ['bytes=-5000', 'bytes 0-999/1000', '1000'],
    ['bytes=990-5000', 'bytes 990-999/1000', '10'],
  ])('%s gets a part', async (range, contentRange, length) => {
    expect(await part(range)).toEqual([206, contentRange, length]);
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])(
    '%s is answered with 416',
    async (range) => {
      const [status, contentRange] = await part(range);
      expect([status, contentRange]).toEqual([416, 'bytes */1000']);
    },
  );

  test.each(['bytes=0-1,5-6', 'bytes=9-1', 'bytes=-', 'lines=0-1', 'bytes=a-b'])(
    '%s is answered with the whole file',
    async (range) => {
      expect(await part(range)).toEqual([200, null, '1000']);
    },
  );

  test('belong to the version that the visitor has', async () => {
    const etag = (await get('/media/abc123.avif')).headers.get('etag') ?? '';
    expect((await part('bytes=0-9', { 'if-range': etag }))[0]).toBe(206);
    expect((await part('bytes=0-9', { 'if-range': '"other"' }))[0]).toBe(200);
  });

  test('have the bytes of the file', async () => {
    const response = await exchangeBytes(
      server.url,
      'GET /media/abc123.avif HTTP/1.1\r\nHost: site\r\nRange: bytes=250-259\r\nConnection: close\r\n\r\n',
    );
    const body = Buffer.from(response.slice(response.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(body).toEqual(Buffer.from(image.slice(250, 260)));
  });
});

test('/api/health names the release', async () => {
  const { status, headers, body } = await get('/api/health');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(body)).toEqual({
    status: 'ok',
    release: 'r1',
    builtAt: '2026-11-21T12:00:00Z',
    building: false,
    failedPublishes: 0,
    leads: { waiting: 0, failed: 0 },
  });
});

test('an unknown address of the API is answered in JSON', async () => {
  const { status, body } = await get('/api/nothing');
  expect(status).toBe(404);
  expect(JSON.parse(body)).toEqual({ error: 'There is nothing at this address.' });
});

describe('malformed requests', () => {
  const send = (head: string, body = '') =>
    exchangeBytes(server.url, `${head.replaceAll('\n', '\r\n')}\r\n\r\n${body}`);

  test.each([
    'GET http://evil.test/ HTTP/1.1\nHost: evil.test\nConnection: close',
    'GET services HTTP/1.1\nHost: site\nConnection: close',
    'GET / HTTP/1.1\nConnection: close',
    'GET / HTTP/9.1\nHost: site',
    'POST /contact HTTP/1.1\nHost: a b\nConnection: close',
    'POST /contact HTTP/1.1\nHost: site\nContent-Length: 5\nTransfer-Encoding: chunked',
    'POST /contact HTTP/1.1\nHost: site\nContent-Length: 5\nContent-Length: 6',
    'POST /contact HTTP/1.1\nHost: site\nContent-Length: -1',
    'POST /contact HTTP/1.1\nHost : site\nContent-Length: 0',
    'nonsense',
  ])('%j is a bad request', async (head) => {
    expect(await send(head)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('headers without end are refused', async () => {
    expect(await send(`GET / HTTP/1.1\nHost: site\nX: ${'x'.repeat(20_000)}`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
});

test('a file that vanished fails one page, and the log does not name the path', async () => {
  const other = await createFolder({ 'index.html': page('Home'), 'font.woff2': 'x' });
  const otherData = await createFolder();
  const lines: string[] = [];
  const running = await startServer({
    config: parseConfig({ PORT: '0', DATA_DIR: otherData.path }),
    openSite: async () => ({ site: await readSite(other.path) }),
    log: (line) => lines.push(line),
  });
  await other.remove();
  const { status, body } = await exchange(`${running.url}/font.woff2`);
  expect([status, body]).toEqual([500, 'This page could not be read. Please try again.\n']);
  expect(lines.at(-1)).toContain('"event":"page.failed","error":"Error ENOENT"');
  expect(lines.join()).not.toContain(other.path);
  await running.close();
  await otherData.remove();
});

test('no request of these tests was logged as a failure of the server', () => {
  expect(log.filter((line) => line.includes('failed'))).toEqual([]);
});
