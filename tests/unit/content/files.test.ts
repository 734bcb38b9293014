/** Pictures and downloads of assets, from a host of files. */
import { mkdir, readdir, readFile, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Asset } from '#engine/content/files/asset.ts';
import { removeUnnamedMedia, setDamagedMediaAside } from '#engine/content/index.ts';
import { createMediaStore } from '#engine/content/files/store.ts';
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
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const png = await draw(16, 9).png().toBuffer();
/** With the chunk that makes it an animation, after its header. */
const animatedPng = Buffer.concat([
  png.subarray(0, 33),
  Buffer.from('\0\0\0\x08acTL\0\0\0\x01\0\0\0\0\x3e\x1e\x2a\xd4', 'latin1'),
  png.subarray(33),
]);
const animatedWebp = await sharp(Buffer.alloc(80 * 100 * 3, '?'.repeat(80 * 50 * 3 + 1) + '!'), {
  raw: { width: 80, height: 100, channels: 3, pageHeight: 50 },
})
  .webp()
  .toBuffer();
const scanAt = jpeg.indexOf(Buffer.from([0xff, 0xda]));
const strayJpeg = Buffer.concat([jpeg.subarray(0, scanAt), gif, jpeg.subarray(scanAt)]);
const [panorama, tall, large] = await Promise.all([
  draw(20_000, 300).jpeg().toBuffer(),
  draw(600, 17_000).png().toBuffer(),
  draw(10_000, 7000).jpeg().toBuffer(),
]);
/** A file whose header says so many pixels. */
const progressive = await draw(9, 9).jpeg({ progressive: true }).toBuffer();
const frameAt = progressive.indexOf(Buffer.from([0xff, 0xc2]));
progressive.writeUInt32BE((7000 << 16) + 10_000, frameAt + 5);
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
    ['a JPEG', 'image/svg+xml', jpeg, 'jpg 100x50 100w'],
    ['a JPEG', 'application/octet-stream', jpeg, 'jpg 100x50 100w'],
    ['a JPEG', 'application/pdf', jpeg, 'jpg 100x50 100w'],
    ['a JPEG with stray bytes', 'image/jpeg', strayJpeg, 'jpg 100x50 100w'],
    ['a PNG', '', png, 'png 16x9 16w'],
    ['a GIF', 'image/png', gif, 'gif 20x10'],
    ['an animated WebP', 'image/webp', animatedWebp, 'webp 80x50'],
    ['an animated PNG', 'image/png', animatedPng, 'png 16x9'],
    ['an SVG', 'image/jpeg', drawing('width="40px" height="30" viewBox="0 0 1 1"'), 'svg 40x30'],
    ['an SVG', 'text/plain', drawing(`width="100%" viewBox='0,0 16 9'`), 'svg 16x9'],
    ['an SVG without a size', 'image/svg+xml', svg, 'svg 300x150'],
    ['a panorama', 'image/jpeg', panorama, 'jpg 1200x18 480w 800w 1200w'],
    // AVIF has no more than 16,384 pixels in a direction.
    ['a high picture', 'image/png', tall, 'png 600x17000 480w'],
    ['70 megapixels', 'image/jpeg', large, 'jpg 1200x840 480w 800w 1200w'],
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

  test('that comes cut without an error is asked for again', async () => {
    const whole = drawing('width="40px" height="30"');
    const answers = [whole.subarray(0, -6), whole];
    const { prepare, pathOf } = await openHost({
      get '/a.svg'() {
        return answers.shift() ?? 404;
      },
    });
    const { src } = await prepare('/a.svg', 'image/svg+xml', { size: whole.length });
    expect(await readFile(pathOf(src))).toEqual(whole);
  });

  test('that would take too much memory comes smaller from the content service', async () => {
    const files = {
      '/a': progressive,
      '/a?w=1200': jpeg,
      '/b': progressive,
      '/b?w=1200': progressive,
    };
    const { prepare, problems } = await openHost(files);
    expect(await prepare('/a', 'image/jpeg')).toMatchObject({ width: 100, height: 50 });
    expect(await prepare('/b', 'image/jpeg')).toBe(kept);
    expect(problems).toEqual(['it has too many pixels']);
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
  ['the same name under https', 'https://127.0.0.1/a.jpg'],
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

const openPdf = async () => {
  const { prepare, pathOf, directory, requests, renew } = await openHost(pdf);
  const make = async () => {
    renew();
    return pathOf((await prepare('/a.pdf', 'application/pdf')).src);
  };
  return { make, path: await make(), directory, requests };
};
const now = Date.now();

test('a file of ours that cannot be read now stays, and a damaged one is kept aside until its successor is there', async () => {
  const { make, path, directory } = await openPdf();
  await rm(path);
  await mkdir(path);
  expect(setDamagedMediaAside(directory)).toBe(false);
  await rmdir(path);
  await writeFile(path, 'damaged');
  expect(setDamagedMediaAside(directory)).toBe(true);
  const named = new Set([basename(path)]);
  removeUnnamedMedia(directory, named, now);
  expect(await readFile(`${path}.damaged`, 'utf8')).toBe('damaged');
  await make();
  removeUnnamedMedia(directory, named, now);
  expect((await readdir(directory)).filter((one) => !one.endsWith('.json'))).toEqual([...named]);
});

test('a file of ours that the content does not name is removed after a day, unless it is named again', async () => {
  const { make, path, directory, requests } = await openPdf();
  const named = new Set([basename(path)]);
  await writeFile(join(directory, 'notes.txt'), 'of another program');
  const list = async () => (await readdir(directory)).map((name) => name.split('.').at(-1)).sort();
  for (const names of [new Set<string>(), named, new Set<string>()]) {
    const next = removeUnnamedMedia(directory, names, now);
    expect([next > now, await list()]).toEqual([
      true,
      names.size ? ['json', 'pdf', 'txt'] : ['gone', 'json', 'pdf', 'txt'],
    ]);
  }
  await utimes(`${path}.gone`, 0, (now - 24 * 60 * 60_000) / 1000);
  expect(removeUnnamedMedia(directory, new Set(), now)).toBe(Infinity);
  expect(await list()).toEqual(['gone', 'txt']);
  expect(setDamagedMediaAside(directory)).toBe(false);
  expect([await make(), requests.length]).toEqual([path, 2]);
  removeUnnamedMedia(directory, named, now);
  expect(await list()).toEqual(['json', 'pdf', 'txt']);
});
