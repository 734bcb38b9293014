/** Pictures and downloads of assets, from a host of files. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Asset, Occasion } from '#engine/content/files/asset.ts';
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
  const store = createMediaStore(directory, { host, insecure: true });
  const problems: string[] = [];
  const onProblem = (problem: string) => void problems.push(problem);
  const occasion: Occasion = { now: new Date(0), isNew: false, onProblem };
  const assetOf = (path: string, contentType: string, more: Partial<Asset> = {}): Asset => ({
    url: URL.canParse(path) ? path : `http://${host}${path}`,
    contentType,
    fileName: path.split('/').at(-1) ?? '',
    ...{ width: null, height: null, size: null, title: '', description: '', alt: '' },
    ...more,
  });
  return {
    files,
    requests,
    directory,
    problems,
    prepare: async (...asset: Parameters<typeof assetOf>) =>
      (await store.prepare(assetOf(...asset), occasion)).files ?? kept,
    /** Prepares a picture after so many milliseconds. */
    prepareLater: (ms: number, path: string, more: Partial<Occasion> = {}) =>
      store.prepare(assetOf(path, 'image/jpeg'), { ...occasion, now: new Date(ms), ...more }),
    pathOf: (src: string) => join(directory, src.replace('/media/', '')),
  };
}

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8b4513' } });
const jpeg = await draw(100, 50).jpeg().toBuffer();
const halfJpeg = (await draw(900, 900).jpeg().toBuffer()).subarray(0, 400);
const gif = await draw(20, 10).gif().toBuffer();
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
/** An animation of three pictures. */
const animation = sharp(
  Buffer.from(Array.from({ length: 80 * 150 * 3 }, (_, at) => (at >> 12) * 90)),
  { raw: { width: 80, height: 150, channels: 3, pageHeight: 50 } },
);
const [animatedGif, animatedWebp] = [
  await animation.gif().toBuffer(),
  await animation.webp().toBuffer(),
];
const png = await draw(16, 9).png().toBuffer();
/** A PNG with the chunk that makes it an animation, after its header. */
const animatedPng = Buffer.concat([
  png.subarray(0, 33),
  Buffer.from('\0\0\0\x08acTL\0\0\0\x01\0\0\0\0\x3e\x1e\x2a\xd4', 'latin1'),
  png.subarray(33),
]);
/** A JPEG with bytes before its scan that belong to nothing. */
const strayJpeg = (() => {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([jpeg.subarray(0, at), Buffer.from([1, 2, 3, 4]), jpeg.subarray(at)]);
})();
const webPage = Buffer.from('<!doctype html><body><svg viewBox="0 0 9 9"></svg>');
const ofSvg = (attributes: string) =>
  Buffer.from(
    `\uFEFF<?xml version="1.0"?><!-- a --><!DOCTYPE svg>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`,
  );
const widthsOf = (srcset: string) => srcset.split(', ').map((part) => part.split(' ')[1]);

describe('a picture', () => {
  test('becomes our own files in AVIF and the original format, at several widths', async () => {
    const { prepare, pathOf } = await openHost({
      '/a.jpg': await draw(2000, 100).jpeg().toBuffer(),
    });
    const picture = await prepare('/a.jpg', 'image/jpeg');
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

  test.each<[string, Buffer, number, number]>([
    ['a GIF', gif, 20, 10],
    ['an animated GIF', animatedGif, 80, 50],
    ['an animated WebP', animatedWebp, 80, 50],
    ['an animated PNG', animatedPng, 16, 9],
    ['an SVG with a size', ofSvg('width="40px" height="30" viewBox="0 0 1 1"'), 40, 30],
    ['an SVG with proportions', ofSvg(`width="100%" viewBox='0,0 16 9'`), 16, 9],
    ['an SVG with neither, whose asset has a size', svg, 200, 100],
  ])('that is %s is kept unchanged, with a box', async (_, body, width, height) => {
    const { prepare, pathOf } = await openHost({ '/a': body });
    const picture = await prepare('/a', '', { width: 200, height: 100 });
    expect(picture).toMatchObject({ width, height, avif: '' });
    expect(await readFile(pathOf(picture.src))).toEqual(body);
    const { width: unknown } = await prepare('/a', 'image/png', { width: null });
    expect(unknown).toBe(body === svg ? 300 : width);
  });

  test.each<[string, Buffer, RegExp]>([
    ...['image/jpg', 'image/pjpeg', 'image/svg+xml', 'application/octet-stream', 'text/html'].map(
      (type): [string, Buffer, RegExp] => [type, jpeg, /-100\.jpg$/],
    ),
    ['image/jpeg', strayJpeg, /-100\.jpg$/],
    ['application/pdf', jpeg, /-100\.jpg$/],
    ['image/x-png', png, /-16\.png$/],
    ['', png, /-16\.png$/],
    ['image/jpeg', svg, /\.svg$/],
  ])('is what its bytes are, and not %j', async (type, body, name) => {
    const { prepare, problems } = await openHost({ '/a': body });
    expect((await prepare('/a', type)).src).toMatch(name);
    expect(problems).toEqual([]);
  });

  test('that ends too early is shown and told if it was uploaded so, and may be whole later otherwise', async () => {
    const { prepare, problems } = await openHost({ '/a.jpg': halfJpeg });
    expect((await prepare('/a.jpg', 'image/jpeg', { size: 9000 })).src).toBe('kept');
    const { length: size } = halfJpeg;
    expect((await prepare('/a.jpg', 'image/jpeg', { size })).src).toMatch(/-900\.jpg$/);
    expect(problems[1]).toMatch(/^is damaged \(.+\); what is left of it is shown$/);
  });

  test.each([
    [20_000, 300, 1200, ['480w', '800w', '1200w']],
    // AVIF has no more than 16,384 pixels in a direction.
    [600, 17_000, 600, ['480w']],
  ])('of %i x %i pixels is shown at our sizes', async (width, height, shown, widths) => {
    const body = await draw(width, height).jpeg().toBuffer();
    const { prepare } = await openHost({ '/a.jpg': body });
    const picture = await prepare('/a.jpg', 'image/jpeg');
    expect(picture).toMatchObject({ width: shown, height: Math.round((height * shown) / width) });
    expect(widthsOf(picture.avif)).toEqual(widths);
  });

  test('of 70 megapixels is shown at our sizes', async () => {
    // Decoded as a whole, so the content service has to make it smaller.
    const progressive = await draw(9, 9).jpeg({ progressive: true }).toBuffer();
    const frame = progressive.indexOf(Buffer.from([0xff, 0xc2]));
    progressive.writeUInt32BE((7000 << 16) + 10_000, frame + 5);
    const { prepare, requests, files, problems } = await openHost({
      '/a.jpg': await draw(10_000, 7000).jpeg().toBuffer(),
      '/b.jpg': progressive,
      '/b.jpg?w=1200': jpeg,
    });
    expect(await prepare('/a.jpg', 'image/jpeg')).toMatchObject({ width: 1200, height: 840 });
    expect(await prepare('/b.jpg', 'image/jpeg')).toMatchObject({ width: 100, height: 50 });
    expect(requests).toEqual(['/a.jpg', '/b.jpg', '/b.jpg?w=1200']);
    files['/c.jpg'] = files['/c.jpg?w=1200'] = progressive;
    expect(await prepare('/c.jpg', 'image/jpeg')).toBe(kept);
    expect(problems).toEqual([expect.stringContaining('it has too many pixels')]);
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
    const { prepare, pathOf, directory, requests, files } = await openHost({ '/a.jpg': jpeg });
    const asset = ['/a.jpg', 'image/jpeg'] as const;
    const picture = await prepare(...asset);
    await rm(pathOf(picture.src));
    expect(await prepare(...asset)).toEqual(picture);
    const record = (await readdir(directory)).find((name) => name.endsWith('.made.json')) ?? '';
    await writeFile(join(directory, record), '{"src":');
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
    expect(problems).toEqual([
      expect.stringMatching(/^could not be had \(.+\); it stays at its own address$/),
    ]);
    expect(requests).not.toContain('/other');
  });

  test('that could not be had is asked for when its entry changes, and else ever more rarely, and daily', async () => {
    const { prepareLater, files, requests } = await openHost({ '/a.jpg': webPage });
    const [minute, hour] = [60_000, 3_600_000];
    const asks = async (ms: number, more: Partial<Occasion> = {}) => {
      const { length } = requests;
      await prepareLater(ms, '/a.jpg', more);
      return requests.length > length;
    };
    expect(await asks(0)).toBe(true);
    expect(await asks(minute / 2)).toBe(false);
    expect(await asks(minute / 2, { isNew: true })).toBe(true);
    expect(await asks(minute)).toBe(false);
    expect(await asks(100 * hour)).toBe(true);
    expect(await asks(123 * hour)).toBe(false);
    files['/a.jpg'] = jpeg;
    const { isPicture, files: made } = await prepareLater(124 * hour, '/a.jpg');
    expect([isPicture, made?.width]).toEqual([true, 100]);
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
])('nothing is fetched from %s', async (_, url) => {
  const { prepare, problems } = await openHost({});
  await prepare(url, 'image/jpeg');
  await prepare(url, 'application/pdf');
  const reason = expect.stringContaining('its host is not the content service');
  expect(problems).toEqual([reason, reason]);
});

describe('a download', () => {
  const pdf = { '/a.pdf': Buffer.from('%PDF-1.4') };

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
