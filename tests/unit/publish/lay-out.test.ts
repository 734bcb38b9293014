import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyMedia } from '../../../src/engine/publish/lay-out.ts';
import {
  asset as embed,
  assetLink,
  doc,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { asset, post } from '../../fixtures/content.ts';
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
