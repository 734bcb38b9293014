import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyMedia } from '../../../src/engine/publish/lay-out.ts';
import { getSnapshotDirectory, parseConfig } from '../../../src/config.ts';
import { createMediaStore } from '../../../src/engine/content/index.ts';
import {
  a,
  asset as embed,
  assetLink,
  doc,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import type { Space } from '../../../scripts/content-service/service.ts';
import { asset, openService, post } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { createSite } from '../content/pulled.ts';

/** Pulls a space, and returns the configuration and the folder for the media of a built site. */
async function pullMedia(space: Partial<Space>) {
  const config = parseConfig({ DATA_DIR: await createFolder() });
  const { account } = await openService(space);
  const media = join(config.dataDirectory, 'media');
  const { pullFrom } = await createSite();
  await pullFrom(
    { account },
    {
      mediaStore: createMediaStore({ directory: media, account }),
      directory: getSnapshotDirectory(config),
      onFailure: 'fail',
    },
  );
  return { config, media, target: join(config.dataDirectory, 'dist', 'media') };
}

test('the built site has the files that the snapshot names, and no others', async () => {
  const content = doc(
    embed('picture'),
    p(assetLink('guide', 'Guide'), a('https://a.example/media/../../b.svg', 'elsewhere')),
  );
  const { config, media, target } = await pullMedia({
    entries: [post('one', { content })],
    assets: [
      asset('picture', 'square.svg', 'image/svg+xml'),
      asset('guide', 'checklist.pdf', 'application/pdf'),
    ],
  });
  writeFileSync(join(media, 'old-480.avif'), '');
  await copyMedia(config, target);
  const extensions = readdirSync(target).map((name) => name.split('.').at(-1));
  expect(extensions.sort()).toEqual(['pdf', 'svg']);
});

test('a space without images adds no file', async () => {
  const { config, media, target } = await pullMedia({});
  mkdirSync(media, { recursive: true });
  await copyMedia(config, target);
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
});
