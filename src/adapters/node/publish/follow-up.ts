/**
 * What follows a release and no page waits for, in a process of its own (publisher.ts): the share
 * images of new pages, and the search index.
 */
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasKey } from '../../../rules/unknown.ts';
import { shareFolder } from '../../../documents/share-images/card.ts';
import { openShareImages } from '../../../documents/share-images/store.ts';
import { indexSite } from '../search-index.ts';
import { readRelease } from './release.ts';
import { getSearchDirectory, keptIndexes, listIndexes, readReleasedSite } from './released-site.ts';

/** Makes the search index of the release in force, unless it is there. */
async function updateSearch(dataDirectory: string, now: number): Promise<void> {
  const release = await readRelease(join(dataDirectory, 'site'));
  const site = await readReleasedSite(dataDirectory);
  const indexes = await listIndexes(dataDirectory);
  if (!release || !site || indexes.at(-1)?.endsWith(`.${release.id}`)) return;
  const directory = getSearchDirectory(dataDirectory);
  await rm(join(directory, 'unfinished'), { recursive: true, force: true });
  await mkdir(join(directory, 'unfinished'), { recursive: true });
  await indexSite(site, join(directory, 'unfinished'));
  await rename(join(directory, 'unfinished'), join(directory, `${now}.${release.id}`));
  for (const old of indexes.slice(0, 1 - keptIndexes))
    await rm(join(directory, old), { recursive: true, force: true });
}

async function drawShareImages(dataDirectory: string): Promise<void> {
  const site = await readReleasedSite(dataDirectory);
  const shareImages = await openShareImages(join(dataDirectory, shareFolder));
  for (const { path } of site?.files.values() ?? [])
    if (path.endsWith('.html')) await shareImages.keep(await readFile(path, 'utf8'));
}

const input: unknown = JSON.parse(await text(process.stdin));
if (!hasKey(input, 'dataDirectory') || typeof input.dataDirectory !== 'string')
  throw new Error('This is no input.');
// One must not keep the other from being done.
await Promise.all([
  updateSearch(input.dataDirectory, Date.now()),
  drawShareImages(input.dataDirectory),
]);
