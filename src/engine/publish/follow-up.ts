/**
 * The process after each release (publisher.ts): draws the share images of new pages and makes the
 * changed parts of the search index. Prints why one of the two failed.
 */
import './end-with-parent.ts';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { getSiteDirectory, getSnapshotDirectory } from '../../config.ts';
import { createRead } from '../content/read.ts';
import { describeDiskError } from '../disk/index.ts';
import { shareFolder } from '../../documents/share-card.ts';
import { drawShareImages } from './share-images/store.ts';
import { describeError } from '../log.ts';
import { updateSearchIndex } from './search-index.ts';
import { siteConfig } from './publish-process.ts';
import { getSearchDirectory } from './released-site.ts';

const input = await text(process.stdin);
const config = v.parse(v.pipe(v.string(), v.parseJson(), siteConfig), input);
const snapshotDirectory = getSnapshotDirectory(config);

async function updateSearch(): Promise<void> {
  const read = createRead(snapshotDirectory);
  await updateSearchIndex(read, getSearchDirectory(getSiteDirectory(config))).finally(() =>
    read.close(),
  );
}

async function updateShareImages(): Promise<void> {
  // Pages with drafts name no share image.
  if (config.contentful.showsDrafts) return;
  await drawShareImages(snapshotDirectory, join(config.dataDirectory, shareFolder));
}

// If one of the two fails, the other still finishes.
const done = await Promise.allSettled([updateSearch(), updateShareImages()]);
for (const result of done)
  if (result.status === 'rejected')
    console.log(describeDiskError(result.reason) ?? describeError(result.reason).error);
