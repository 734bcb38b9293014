/** What a build writes beside its pages: the pictures that the snapshot names, and the share images that pages name. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { asset as embed, assetLink, doc, p } from '#data/built-in/document.ts';
import { getShareCard, getShareImagePath } from '#documents/share-card.ts';
import { drawShareImage } from '#documents/share-image.ts';
import type { ShareCard } from '#engine/declare/declaration.ts';
import { openShareImages } from '#engine/front/files.ts';
import { createShareImages } from '#engine/origin/share-images.ts';
import { copyMedia } from '#engine/origin/site-files.ts';
import { site } from '#site';
import { asset, post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createPulled } from '../content/pulled.ts';

test('the built site has the files that the snapshot names, and no others', async () => {
  const content = doc(embed('picture'), p(assetLink('guide', 'Guide')));
  const { folder } = await createPulled({
    entries: [post('one', { content })],
    assets: [
      asset('picture', 'square.svg', 'image/svg+xml'),
      asset('guide', 'checklist.pdf', 'application/pdf'),
    ],
  });
  writeFileSync(join(folder, 'media', 'old-480.avif'), '');
  const target = join(folder, 'dist', 'media');
  await copyMedia({ dataDirectory: folder, contentful: null }, target);
  const extensions = readdirSync(target).map((name) => name.split('.').at(-1));
  expect(extensions.sort()).toEqual(['pdf', 'svg']);
});

/** Starts to draw in a folder of its own. `failures` has the addresses of those that could not be drawn. */
async function openImages() {
  const dataDirectory = await createFolder();
  const failures: string[] = [];
  const images = createShareImages(
    site.shareImages,
    { dataDirectory },
    { onFailure: (address) => failures.push(address) },
  );
  onTestFinished(images.end);
  return { ...images, failures, directory: join(dataDirectory, 'share') };
}
const card = getShareCard('/blog/a', 'A title');
const address = getShareImagePath('/blog/a', 'A title');

test('a share image is drawn once for a crowd, kept, and removed once no page names it', async () => {
  const { get, removeOthers, directory, failures } = await openImages();
  const paths = await Promise.all(Array.from({ length: 20 }, () => get(card, address)));
  expect(new Set(paths)).toEqual(new Set([join(directory, basename(address))]));
  expect(await readFile(paths[0] ?? '')).toEqual(await drawShareImage(card));
  writeFileSync(paths[0] ?? '', 'kept');
  expect(await readFile(await get(card, address), 'utf8')).toBe('kept');
  await removeOthers((one) => [address].includes(one));
  expect(existsSync(paths[0] ?? '')).toBe(true);
  await removeOthers(() => false);
  expect([readdirSync(directory), failures]).toEqual([[], []]);
});

test('one without its picture is not drawn, and what stands in has no address under which it could be kept', async () => {
  const config = { dataDirectory: await createFolder() };
  const found = { card: { ...card, picture: 'gone.png' }, page: '/blog/a' };
  const images = openShareImages(
    config,
    () => Promise.resolve(found),
    () => undefined,
  );
  onTestFinished(() => images?.end());
  expect(await images?.find('/share/lost.jpg')).toMatchObject({ type: 'image/png', address: '' });
  expect(existsSync(join(config.dataDirectory, 'share', 'lost.jpg'))).toBe(false);
});

test('one that cannot be drawn gives way to a plain one, and holds up no other', async () => {
  const { get, directory, failures } = await openImages();
  // As no page has it: nothing can be drawn of it.
  const wrong = JSON.parse('{"label":"Blog","title":null,"cover":null}') as ShareCard;
  const [instead, other] = await Promise.all([get(wrong, '/share/wrong.png'), get(card, address)]);
  expect(basename(other)).toBe(basename(address));
  const { getPath, plain } = site.shareImages;
  expect(instead).toBe(join(directory, basename(getPath(plain))));
  expect(await readFile(instead)).toEqual(await drawShareImage(plain));
  // It is not tried again for a while.
  expect(await get(wrong, '/share/wrong.png')).toBe(instead);
  expect(failures).toEqual(['/share/wrong.png']);
});
