/** The headers of every answer: the policy fits its page on both hosts, and Observatory's rating is 130. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest';
import { writeNetlifyFiles } from '../../src/engine/netlify/deploy-files.ts';
import { startServer, type RunningServer } from '../../src/engine/serve/node/server.ts';
import { readSite } from '../../src/engine/publish/index.ts';
import { parseConfig } from '../../src/config.ts';
import { redirects } from '../../src/data/redirects.ts';
import { getPage, listFiles, readPages, type BuiltPage } from '../support/built-site.ts';
import { getHeaders, parseNetlifyHeaders, type Rule } from '../support/netlify-headers.ts';
import { parsePolicy, score } from '../support/observatory.ts';

let folder: string;
let pages: Map<string, BuiltPage>;
let server: RunningServer;
let rules: Rule[];
/** Headers by path, as the Node server sends them. */
const sent = new Map<string, Headers>();

/** Asks in a new connection, because the server may just be closing an idle one. */
const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(server.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...Object.fromEntries(new Headers(headers)), connection: 'close' },
  });

beforeAll(async () => {
  pages = await readPages();
  folder = await mkdtemp(join(tmpdir(), 'headers-'));
  const config = parseConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    NETLIFY: 'true',
    CONTEXT: 'deploy-preview',
    URL: 'https://www.firm.test',
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_DELIVERY_TOKEN: 'token',
  });
  server = await startServer({
    config,
    openSite: async () => ({ site: await readSite(inject('distDirectory')) }),
    log: () => undefined,
  });
  // Unknown items get the waiting page.
  for (const path of pages.keys())
    sent.set(path, (await ask(path.replace(/^\/live(\/.*)/, '$1/unknown'))).headers);

  const published = join(folder, 'dist');
  await cp(inject('distDirectory'), published, { recursive: true });
  await writeNetlifyFiles(config, published);
  rules = parseNetlifyHeaders(await readFile(join(published, '_headers'), 'utf8'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policyOf = (path: string) =>
  parsePolicy(sent.get(path)?.get('content-security-policy') ?? '');

describe('every page', () => {
  it('lists exactly the hashes of its scripts and styles', () => {
    for (const { path, html } of pages.values()) {
      // A style in <noscript> needs a hash, too.
      const $ = load(html, { scriptingEnabled: false });
      for (const [directive, selector] of [
        ['script-src', 'script:not([src], [type="application/ld+json"])'],
        ['style-src', 'style'],
      ] as const) {
        const hashes = $(selector).map((_, element) => hashOf($(element).text()));
        const listed = policyOf(path)
          .get(directive)
          ?.filter((source) => source.startsWith("'sha"));
        expect(listed, path).toEqual([...new Set(hashes.get())].sort());
      }
    }
  });

  it('allows nothing else except its own origin', () => {
    for (const { path } of pages.values()) {
      const others = Object.fromEntries(
        Array.from(policyOf(path), ([directive, sources]) => [
          directive,
          sources.filter((source) => !source.startsWith("'sha256-")).join(' '),
        ]),
      );
      expect(others, path).toEqual({
        'default-src': "'none'",
        'script-src': path === '/search' ? "'self' 'wasm-unsafe-eval'" : "'self'",
        'style-src': '',
        'img-src': "'self'",
        'font-src': "'self'",
        'connect-src': "'self'",
        'manifest-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': "'none'",
      });
    }
  });
});

describe('the rating by the rules of MDN Observatory', () => {
  it('is 130 on every page', () => {
    expect(sent.size).toBeGreaterThan(40);
    for (const [path, headers] of sent) expect(score(headers), path).toBe(130);
  });

  it.each<[string, number, string, RequestInit]>([
    ['an unknown page', 404, '/nothing', {}],
    ['an item that may be new', 404, '/blog/nothing', {}],
    ...redirects.map(({ from, status }): [string, number, string, RequestInit] => [
      'a redirect',
      status,
      from.replace('*', 'nothing'),
      {},
    ]),
    ['a slash too many', 308, '/services/', {}],
    ['an address that cannot be read', 400, '/%zz', {}],
    ['the API', 200, '/api/health', {}],
    ['an unknown address of the API', 404, '/api/nothing', {}],
    ['a slash too many in the API', 308, '/api/health/', {}],
    ['a form of no type', 415, '/contact', { method: 'POST', body: 'x' }],
    ['a form of another site', 403, '/contact', { method: 'POST', headers: { origin: 'null' } }],
    ['another method', 405, '/services', { method: 'DELETE' }],
  ])('is 130 for %s (%i)', async (_, status, path, init) => {
    const answer = await ask(path, init);
    expect(answer.status).toBe(status);
    expect(score(answer.headers)).toBe(130);
  });

  it.each<[Record<string, string>, number]>([
    [{ 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" }, 125],
    [
      {
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
      120,
    ],
    [
      {
        'content-security-policy':
          "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'",
      },
      80,
    ],
    [
      {
        'content-security-policy':
          "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'none'",
      },
      110,
    ],
    [{ 'content-security-policy': "default-src 'none'" }, 125],
    [{ 'access-control-allow-origin': '*' }, 50],
    [{ 'referrer-policy': 'unsafe-url' }, 120],
    [{ 'strict-transport-security': 'max-age=1' }, 120],
  ])('would be lower with %o: %i', (changes, points) => {
    const headers = new Headers(sent.get('/'));
    for (const [name, value] of Object.entries(changes)) headers.set(name, value);
    expect(score(headers)).toBe(points);
    expect(score(new Headers())).toBe(30);
  });
});

describe('on Netlify', () => {
  /** The headers of Node that the rules must repeat; the other headers belong to one answer. */
  const isOfManifest = (name: string) =>
    /^(?:x-(?!powered)|cross-origin|referrer|permissions|strict|content-security)/.test(name);

  it('a page has the same headers, and a policy that allows its content', () => {
    for (const [path, headers] of sent) {
      const values = getHeaders(rules, path);
      for (const [name, value] of [...headers].filter(([other]) => isOfManifest(other))) {
        const given = values.get(name) ?? [];
        if (name !== 'content-security-policy') expect(given, `${path} ${name}`).toEqual([value]);
        else if (path.lastIndexOf('/') === 0) expect(given.at(-1), path).toBe(value);
        expect(given.length, `${path} ${name}`).toBeGreaterThan(0);
      }
      for (const policy of values.get('content-security-policy') ?? []) {
        for (const [directive, sources] of parsePolicy(policy)) {
          const needed = policyOf(path).get(directive) ?? [];
          const missing = needed.filter((source) => !sources.includes(source));
          expect(
            missing.filter((source) => source !== "'none'"),
            `${path} ${directive}`,
          ).toEqual([]);
        }
      }
    }
  });

  it('every other file has the same headers and cache time', async () => {
    const files = (await listFiles()).filter((file) => !/\.html$|^\/_(?!astro)/.test(file));
    expect(files.some((file) => file.endsWith('.svg'))).toBe(true);
    for (const file of files) {
      const { headers } = await ask(file, { method: 'HEAD' });
      const values = getHeaders(rules, file);
      for (const [name, value] of [...headers].filter(([other]) => isOfManifest(other))) {
        expect(values.get(name)?.at(-1), `${file} ${name}`).toBe(value);
      }
      const cache = values.get('cache-control') ?? ['public, max-age=0, must-revalidate'];
      expect(cache, file).toEqual([headers.get('cache-control')]);
    }
  });

  it('only the page for unknown addresses contains its own policy', async () => {
    const read = (file: string) => readFile(join(folder, 'dist', file), 'utf8');
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(
      await read('404.html'),
    );
    const own = new Map(policyOf('/404'));
    own.delete('frame-ancestors');
    expect(parsePolicy(policy?.[1] ?? '')).toEqual(own);
    expect(await read('about.html')).toBe(getPage(pages, '/about').html);
  });

  it('a preview is hidden from search engines', () => {
    expect(getHeaders(rules, '/blog').get('x-robots-tag')).toEqual(['noindex']);
  });
});

test('security.txt names a contact as plain text', async () => {
  const answer = await ask('/.well-known/security.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toMatch(/^Contact: mailto:\S+@\S+$/m);
});
