/**
 * The process after each release (publisher.ts): draws the share images of new pages and writes the
 * search index.
 */
import './end-with-parent.ts';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getSiteDirectory, getSnapshotDirectory } from '../../../config.ts';
import { hasKey } from '../../../rules/unknown.ts';
import { shareFolder } from '../../../documents/share-images/card.ts';
import { drawShareImages } from '../../../documents/share-images/store.ts';
import { indexSite } from '../search-index.ts';
import { readRelease } from './release.ts';
import {
  getSearchDirectory,
  keptIndexes,
  listIndexes,
  readReleasedSite,
  type SiteConfig,
} from './released-site.ts';

/** Writes the search index of the release in force, unless the index exists. */
async function updateSearch(config: SiteConfig, now: number): Promise<void> {
  const siteDirectory = getSiteDirectory(config);
  const release = readRelease(siteDirectory);
  const site = await readReleasedSite(config);
  const indexes = await listIndexes(siteDirectory);
  if (!release || !site || indexes.at(-1)?.endsWith(`.${release.id}`)) return;
  const directory = getSearchDirectory(siteDirectory);
  await rm(join(directory, 'unfinished'), { recursive: true, force: true });
  await mkdir(join(directory, 'unfinished'), { recursive: true });
  await indexSite(site, join(directory, 'unfinished'));
  await rename(join(directory, 'unfinished'), join(directory, `${now}.${release.id}`));
  for (const old of indexes.slice(0, 1 - keptIndexes))
    await rm(join(directory, old), { recursive: true, force: true });
}

async function updateShareImages(config: SiteConfig): Promise<void> {
  // Pages with drafts name no share image.
  if (config.contentful?.showsDrafts) return;
  const directory = join(config.dataDirectory, shareFolder);
  await drawShareImages(getSnapshotDirectory(config), directory);
}

const isConfig = (value: unknown): value is SiteConfig =>
  hasKey(value, 'dataDirectory') && hasKey(value, 'contentful') && hasKey(value, 'site');

const { value } = await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
const config: unknown = JSON.parse(value ?? 'null');
if (!isConfig(config)) throw new Error('The input is not a configuration.');
// If one of the two fails, the other still finishes.
const done = await Promise.allSettled([
  updateSearch(config, Date.now()),
  updateShareImages(config),
]);
for (const result of done) if (result.status === 'rejected') throw result.reason;
