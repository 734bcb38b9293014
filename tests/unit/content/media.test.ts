import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMediaStore } from '../../../src/engine/content/pull/media/store.ts';
import { isPictureType, remoteMedia } from '../../../src/engine/content/pull/media/remote.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { collect, draw, fileOf, gif, halfJpeg, none, openHost, type Answer } from './file-host.ts';

describe('a picture', () => {
  test.each([
    ['a.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a.gif', 'image/gif', gif],
  ])('%s is kept unchanged, with the sizes of the asset', async (name, type, body) => {
    const { host, account } = await openHost({ [`/${name}`]: body });
    const directory = await createFolder();
    const picture = await createMediaStore({ directory, account }).preparePicture(
      fileOf(`${host}/${name}`, type, { width: 20, height: 10 }),
      '',
      none,
    );
    expect(picture).toMatchObject({ width: 20, height: 10, sources: [], srcset: '' });
    expect(await readFile(join(directory, picture.src.replace('/media/', '')))).toEqual(body);
  });

  test('is fetched and encoded once, for all entries and for any port of the host', async () => {
    const files = { '/v1/a.jpg': await draw(100, 50).jpeg().toBuffer() };
    const [first, second] = [await openHost(files), await openHost(files)];
    const directory = await createFolder();
    const store = createMediaStore({ directory, account: first.account });
    const file = fileOf(`${first.host}/v1/a.jpg`, 'image/jpeg');
    const pictures = await Promise.all(
      ['One', 'Two'].map((alt) => store.preparePicture(file, alt, none)),
    );
    expect(pictures.map(({ alt }) => alt)).toEqual(['One', 'Two']);
    const again = await createMediaStore({ directory, account: second.account }).preparePicture(
      fileOf(`${second.host}/v1/a.jpg`, 'image/jpeg'),
      'One',
      none,
    );
    expect(again).toEqual(pictures[0]);
    expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
  });

  test('is encoded again when one of its files is missing or its record is damaged', async () => {
    const { host, account, requests } = await openHost({
      '/a.jpg': await draw(100, 50).jpeg().toBuffer(),
    });
    const directory = await createFolder();
    const store = createMediaStore({ directory, account });
    const file = fileOf(`${host}/a.jpg`, 'image/jpeg');
    const picture = await store.preparePicture(file, '', none);
    await rm(join(directory, picture.src.replace('/media/', '')));
    expect(await store.preparePicture(file, '', none)).toEqual(picture);
    const memory = (await readdir(directory)).find((name) => name.endsWith('.made.json')) ?? '';
    await writeFile(join(directory, memory), '{"src":');
    expect(await store.preparePicture(file, '', none)).toEqual(picture);
    expect(requests).toHaveLength(3);
  });

  test('with new content has new names', async () => {
    const files = { '/a.jpg': await draw(100, 50).jpeg().toBuffer() };
    const { host, account } = await openHost(files);
    const store = createMediaStore({ directory: await createFolder(), account });
    const before = await store.preparePicture(fileOf(`${host}/a.jpg`, 'image/jpeg'), '', none);
    files['/a.jpg'] = await draw(100, 51).jpeg().toBuffer();
    const after = await store.preparePicture(
      fileOf(`${host}/a.jpg`, 'image/jpeg', { size: 1 }),
      '',
      none,
    );
    expect(after.src).not.toBe(before.src);
  });

  test.each<[string, Answer]>([
    ['a missing file', 404],
    ['an error of the host', 500],
    ['a connection that is cut', 'cut'],
    ['something that is no image', Buffer.from('<!doctype html>')],
    ['half an image', halfJpeg],
  ])('keeps the address of its asset after %s, and is reported', async (_, answer) => {
    const { host, account } = await openHost({ '/a.jpg': answer });
    const { problems, onProblem } = collect();
    const picture = await createMediaStore({
      directory: await createFolder(),
      account,
    }).preparePicture(
      fileOf(`${host}/a.jpg`, 'image/jpeg', { width: 900, height: 900 }),
      'Alt',
      onProblem,
    );
    expect(picture).toEqual({
      src: `${host}/a.jpg`,
      alt: 'Alt',
      width: 900,
      height: 900,
      sources: [],
      srcset: '',
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^could not be had \(.+\); the page shows it from its own address$/,
    );
  });

  test('that failed is fetched again by the next build', async () => {
    const files: Record<string, Answer> = { '/a.jpg': 404 };
    const { host, account } = await openHost(files);
    const store = createMediaStore({ directory: await createFolder(), account });
    const file = fileOf(`${host}/a.jpg`, 'image/jpeg');
    expect((await store.preparePicture(file, '', () => undefined)).src).toBe(file.url);
    files['/a.jpg'] = await draw(10, 10).jpeg().toBuffer();
    expect((await store.preparePicture(file, '', none)).src).toMatch(/^\/media\//);
  });

  test('on a silent host causes few attempts, for any number of pictures', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `/${index}.jpg`);
    const { host, account, requests } = await openHost(
      Object.fromEntries(names.map((name) => [name, 'cut'])),
    );
    const store = createMediaStore({ directory: await createFolder(), account });
    const { problems, onProblem } = collect();
    for (const name of names)
      await store.preparePicture(fileOf(`${host}${name}`, 'image/jpeg'), '', onProblem);
    expect(problems).toHaveLength(30);
    expect(requests.length).toBeLessThan(6);
  });
});

/** A picture whose drawing takes minutes: nested blurs over a large area. */

test.each([
  ['another host', 'http://127.0.0.1:9/a.jpg'],
  ['the same name under https', 'https://127.0.0.1/a.jpg'],
  ['a name that ends alike', 'https://images.ctfassets.net.evil.test/a.jpg'],
  ['an address of the own network', 'http://169.254.169.254/latest/meta-data'],
  ['a file', 'file:///etc/passwd'],
  ['a password in the address', 'https://user@images.ctfassets.net/a.jpg'],
])('nothing is fetched from %s', async (_, url) => {
  const { account } = await openHost({});
  const { problems, onProblem } = collect();
  const store = createMediaStore({ directory: await createFolder(), account });
  await store.preparePicture(fileOf(url, 'image/jpeg'), '', onProblem);
  await store.prepareDownload(fileOf(url, 'application/pdf'), onProblem);
  expect(problems).toHaveLength(2);
  for (const problem of problems) expect(problem).toContain('its host is not the content service');
});

test('a redirect of the host is not followed', async () => {
  const other = await openHost({ '/a.jpg': await draw(10, 10).jpeg().toBuffer() });
  const redirecting = createServer((_, response) =>
    response.writeHead(302, { location: `${other.host}/a.jpg` }).end(),
  );
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void redirecting.close());
  const address = redirecting.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const { problems, onProblem } = collect();
  const account = { host, insecure: true };
  const store = createMediaStore({ directory: await createFolder(), account });
  await store.preparePicture(fileOf(`http://${host}/a.jpg`, 'image/jpeg'), '', onProblem);
  expect(problems[0]).toContain('its host sends to another address');
  expect(other.requests).toEqual([]);
});

describe('a download', () => {
  test('becomes our own file with a readable name', async () => {
    const { host, account } = await openHost({ '/a.pdf': Buffer.from('%PDF-1.4') });
    const directory = await createFolder();
    const href = await createMediaStore({ directory, account }).prepareDownload(
      fileOf(`${host}/a.pdf`, 'application/pdf', { fileName: 'Audit Checklist (v2).pdf' }),
      none,
    );
    expect(href).toMatch(/^\/media\/[0-9a-f]{16}-audit-checklist-v2\.pdf$/);
    expect(await readFile(join(directory, href.replace('/media/', '')), 'utf8')).toBe('%PDF-1.4');
  });

  test.each(['text/html', 'application/javascript', 'application/xml', 'video/mp4', ''])(
    "of the type %j stays at the service's address, so that no foreign code runs under ours",
    async (type) => {
      const { host, account, requests } = await openHost({});
      const store = createMediaStore({ directory: await createFolder(), account });
      const file = fileOf(`${host}/a`, type);
      expect(await store.prepareDownload(file, none)).toBe(file.url);
      expect(requests).toEqual([]);
    },
  );

  test("over 20 MB stays at the service's address", async () => {
    const { host, account, requests } = await openHost({ '/a.pdf': Buffer.from('%PDF-1.4') });
    const store = createMediaStore({ directory: await createFolder(), account });
    const prepare = (size: number) => {
      const file = fileOf(`${host}/a.pdf`, 'application/pdf', { size });
      return store.prepareDownload(file, none);
    };
    expect(await prepare(20_000_001)).toBe(`${host}/a.pdf`);
    expect(requests).toEqual([]);
    expect(await prepare(20_000_000)).toMatch(/^\/media\//);
  });

  test("that cannot be fetched is linked at the service's address, and reported", async () => {
    const { host, account } = await openHost({});
    const { problems, onProblem } = collect();
    const store = createMediaStore({ directory: await createFolder(), account });
    const file = fileOf(`${host}/a.pdf`, 'application/pdf');
    expect(await store.prepareDownload(file, onProblem)).toBe(file.url);
    expect(problems).toHaveLength(1);
  });
});

test("without a store every file stays at the service's address", async () => {
  const file = fileOf('https://images.example/a.png', 'image/png', { width: 5, height: 4 });
  expect(await remoteMedia.preparePicture(file, 'Alt', none)).toMatchObject({
    src: file.url,
    width: 5,
    height: 4,
  });
  expect(await remoteMedia.prepareDownload(file, none)).toBe(file.url);
});

test('a file that browsers do not show as an image is a download', () => {
  expect(
    ['image/png', 'image/svg+xml', 'image/tiff', 'application/pdf'].map(isPictureType),
  ).toEqual([true, true, false, false]);
});
