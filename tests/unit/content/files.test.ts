/** Pictures and downloads of assets, from a host of files. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Asset } from '#engine/content/files/asset.ts';
import { createMediaStore } from '#engine/content/files/media-store.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { listen } from '../../server/support/listen.ts';

/** What stays at the service's address. */
const kept = { src: 'kept', width: null, height: null, avif: '' };

/** A status, or 'cut' for a connection that ends early. */
type Answer = Buffer | number | 'cut';

/** Starts a host of files that counts its requests, with a store in front of it. */
async function openHost(files: Record<string, Answer>, folder?: string) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const answer = files[path] ?? 404;
    if (answer === 'cut') request.socket.destroy();
    else if (typeof answer !== 'number') response.end(answer);
    else response.writeHead(answer, answer === 302 ? { location: '/other' } : {}).end();
  });
  onTestFinished(() => void server.close());
  const host = await listen(server);
  const directory = folder ?? (await createFolder());
  const openStore = () => createMediaStore(directory, { host, insecure: true });
  let store = openStore();
  const problems: string[] = [];
  const assetOf = (path: string, contentType: string, more: Partial<Asset> = {}): Asset => ({
    url: URL.canParse(path) ? path : `http://${host}${path}`,
    contentType,
    fileName: path.split('/').at(-1) ?? '',
    width: null,
    height: null,
    size: null,
    title: '',
    description: '',
    caption: '',
    alt: '',
    ...more,
  });
  return {
    files,
    requests,
    directory,
    problems,
    prepare: async (...asset: Parameters<typeof assetOf>) => {
      const { files: made, fault } = await store.prepare(assetOf(...asset), new Date(0), false);
      if (fault) problems.push(fault);
      return made ?? kept;
    },
    pathOf: (src: string) => join(directory, src.replace('/media/', '')),
    /** Opens another store, as each pull does. */
    renew: () => {
      store = openStore();
    },
  };
}

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8b4513' } });
const jpeg = await draw(100, 50).jpeg().toBuffer();
const halfJpeg = (await draw(900, 900).jpeg().toBuffer()).subarray(0, 400);
const gif = await draw(20, 10).gif().toBuffer();
const png = await draw(16, 9).png().toBuffer();
const animatedWebp = await sharp(Buffer.alloc(80 * 100 * 3, '?'.repeat(80 * 50 * 3 + 1) + '!'), {
  raw: { width: 80, height: 100, channels: 3, pageHeight: 50 },
})
  .webp()
  .toBuffer();
const panorama = await draw(20_000, 300).jpeg().toBuffer();
const webPage = Buffer.from('<!doctype html><body><svg viewBox="0 0 9 9"></svg>');
const drawing = (attributes: string) =>
  Buffer.from(`\uFEFF<?xml version="1.0"?><!-- a --><!DOCTYPE svg>\n<svg ${attributes}></svg>`);
const widthsOf = (srcset: string) => srcset.split(', ').map((part) => part.split(' ')[1]);

describe('a picture', () => {
  test('becomes our own files in AVIF and the original format, at several widths', async () => {
    const { prepare, pathOf } = await openHost({ '/a': await draw(2000, 100).jpeg().toBuffer() });
    const picture = await prepare('/a', 'image/jpeg');
    expect(picture).toMatchObject({ width: 1200, height: 60 });
    expect(widthsOf(picture.avif)).toEqual(['480w', '800w', '1200w']);
    for (const part of `${picture.src} 1200w, ${picture.avif}`.split(', ')) {
      const [path = '', width = ''] = part.split(' ');
      expect(path).toMatch(/^\/media\/[\w-]+\.(avif|jpg)$/);
      expect(`${(await sharp(pathOf(path)).metadata()).width}w`).toBe(width);
    }
  });

  test.each([
    [480, ['480w']],
    [810, ['480w', '800w', '810w']],
  ])('of %i pixels, turned by its camera, is never enlarged', async (width, widths) => {
    // Orientation 6: to be turned by a quarter.
    const turned = draw(10, width).withMetadata({ orientation: 6 }).png();
    const { prepare } = await openHost({ '/a.png': await turned.toBuffer() });
    const picture = await prepare('/a.png', 'image/png');
    expect(picture).toMatchObject({ width, height: 10 });
    expect(widthsOf(picture.avif)).toEqual(widths);
    expect(picture.src).toMatch(new RegExp(`-${width}\\.png$`));
  });

  test('that is transparent stays so for browsers without AVIF', async () => {
    const body = await draw(9, 9).ensureAlpha(0).webp().toBuffer();
    const { prepare } = await openHost({ '/a.webp': body });
    expect((await prepare('/a.webp', 'image/webp')).src).toMatch(/\.png$/);
  });

  test.each<[string, string, Buffer, string]>([
    ['a JPEG', 'image/jpg', jpeg, 'jpg 100x50 100w'],
    ['a JPEG', 'application/octet-stream', jpeg, 'jpg 100x50 100w'],
    ['a PNG', '', png, 'png 16x9 16w'],
    ['a GIF', 'image/png', gif, 'gif 20x10'],
    ['an animated WebP', 'image/webp', animatedWebp, 'webp 80x50'],
    ['an SVG', 'image/jpeg', drawing('width="40px" height="30" viewBox="0 0 1 1"'), 'svg 40x30'],
    ['a panorama', 'image/jpeg', panorama, 'jpg 1200x18 480w 800w 1200w'],
  ])('is what its bytes are: %s as %j', async (_, type, body, shown) => {
    const { prepare, pathOf, problems } = await openHost({ '/a': body });
    const { src, width, height, avif } = await prepare('/a', type);
    const made = [extname(src).slice(1), `${width}x${height}`, ...(avif ? widthsOf(avif) : [])];
    expect(made.join(' ')).toBe(shown);
    if (!avif) expect(await readFile(pathOf(src))).toEqual(body);
    expect(problems).toEqual([]);
  });

  test('that ends too early is shown and told if it was uploaded so, and may be whole later otherwise', async () => {
    const { prepare, problems } = await openHost({ '/a.jpg': halfJpeg });
    const { length: size } = halfJpeg;
    expect(await prepare('/a.jpg', 'image/jpeg', { size: size + 1 })).toBe(kept);
    expect((await prepare('/a.jpg', 'image/jpeg', { size })).src).toMatch(/-900\.jpg$/);
    expect(problems).toHaveLength(2);
  });

  test('is fetched and encoded once, for all entries and for any port of the host', async () => {
    const files = { '/v1/a.jpg': jpeg };
    const first = await openHost(files);
    const second = await openHost(files, first.directory);
    const asset = ['/v1/a.jpg', 'image/jpeg'] as const;
    const pictures = await Promise.all([first.prepare(...asset), first.prepare(...asset)]);
    pictures.push(await second.prepare(...asset));
    expect(pictures.map(({ src }) => src)).toEqual(Array(3).fill(pictures[0].src));
    expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
  });

  test('is encoded again when its file is missing, its record is damaged or its content is new', async () => {
    const { prepare, pathOf, directory, requests, files, renew } = await openHost({
      '/a.jpg': jpeg,
    });
    const asset = ['/a.jpg', 'image/jpeg'] as const;
    const picture = await prepare(...asset);
    await rm(pathOf(picture.src));
    renew();
    expect(await prepare(...asset)).toEqual(picture);
    const record = (await readdir(directory)).find((name) => name.endsWith('.made.json')) ?? '';
    await writeFile(join(directory, record), '{"src":');
    renew();
    expect(await prepare(...asset)).toEqual(picture);
    expect(requests).toHaveLength(3);
    files['/a.jpg'] = await draw(100, 51).jpeg().toBuffer();
    expect((await prepare(...asset, { size: 1 })).src).not.toBe(picture.src);
  });

  test.each<[string, Answer]>([
    ['a missing file', 404],
    ['a redirect', 302],
    ['a connection that is cut', 'cut'],
    ['an empty file', Buffer.alloc(0)],
    ['a page', webPage],
    ['half an image', halfJpeg],
  ])('keeps the address of its asset after %s, and is reported', async (_, answer) => {
    const { prepare, problems, requests } = await openHost({ '/a.jpg': answer });
    expect(await prepare('/a.jpg', 'image/jpeg')).toBe(kept);
    expect(problems).toHaveLength(1);
    expect(requests).not.toContain('/other');
  });

  test('on a silent host causes few attempts, for any number of pictures', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `/${index}.jpg`);
    const host = await openHost(Object.fromEntries(names.map((name) => [name, 'cut'])));
    for (const name of names) await host.prepare(name, 'image/jpeg');
    expect(host.problems).toHaveLength(30);
    expect(host.requests.length).toBeLessThan(6);
  });
});

test.each([
  ['another host', 'http://127.0.0.1:9/a.jpg'],
  ['a name that ends alike', 'https://images.ctfassets.net.evil.test/a.jpg'],
  ['a password in the address', 'https://user@images.ctfassets.net/a.jpg'],
  ['an embargoed asset', 'https://images.secure.ctfassets.net/a.jpg', 'it is embargoed'],
])(
  'nothing is fetched from %s',
  async (_, url, problem = 'its host is not the content service') => {
    const { prepare, problems } = await openHost({});
    await prepare(url, 'image/jpeg');
    await prepare(url, 'application/pdf');
    expect(problems).toEqual(Array(2).fill(problem));
  },
);

const pdf = { '/a.pdf': Buffer.from('%PDF-1.4') };

describe('a download', () => {
  test('becomes our own file with a readable name', async () => {
    const { prepare, pathOf } = await openHost(pdf);
    const fileName = `Audit Checklist (v2)${' for all of us'.repeat(20)}.pdf`;
    const { src: href } = await prepare('/a.pdf', 'application/pdf', { fileName });
    expect(href).toMatch(/^\/media\/[0-9a-f]{20}-audit-checklist-v2-for[\w-]{1,50}\.pdf$/);
    expect(await readFile(pathOf(href), 'utf8')).toBe('%PDF-1.4');
  });

  test.each(['text/html', 'application/javascript', 'image/tiff', ''])(
    "of the type %j stays at the service's address, so that no foreign code runs under ours",
    async (type) => {
      const { prepare, requests, problems } = await openHost({ '/a': webPage });
      for (const _ of [1, 2]) expect(await prepare('/a', type)).toBe(kept);
      expect([requests.length, problems]).toEqual([1, []]);
    },
  );

  test("over 20 MB, or empty, is linked at the service's address", async () => {
    const { prepare, problems } = await openHost({ ...pdf, '/b.pdf': Buffer.alloc(0) });
    const prepareSize = (size: number) => prepare('/a.pdf', 'application/pdf', { size });
    expect(await prepareSize(20_000_001)).toBe(kept);
    expect((await prepareSize(20_000_000)).src).toMatch(/^\/media\//);
    expect(await prepare('/b.pdf', 'application/pdf')).toBe(kept);
    expect(problems).toHaveLength(1);
  });
});
