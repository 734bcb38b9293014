/**
 * The process after each release (process.ts): looks for damage where asked, draws the share images of new
 * pages, and makes the search index and the sitemap.
 */
import { join } from 'node:path';
import * as v from 'valibot';
import { getSnapshotDirectory } from '../../config.ts';
import { shareFolder } from '../../documents/share-card.ts';
import { createRead } from '../content/read.ts';
import { describeDiskError } from '../disk/index.ts';
import { describeError } from '../log.ts';
import { isRecord } from '../unknown.ts';
import { getAdditionsDirectory } from './additions.ts';
import { performTasks } from './child.ts';
import { removeDamaged } from './damage.ts';
import type { FollowUpDone, FollowUpSite } from './process.ts';
import { updateSearchIndex } from './search-index.ts';
import { drawShareImages } from './share-images.ts';
import { updateSitemap } from './sitemap.ts';

// The parent is the same code, so a task is what process.ts sent.
performTasks(v.custom<FollowUpSite>(isRecord), async (site, onProgress) => {
  const { config, siteDirectory } = site;
  const isDamaged = site.checks === true && (await removeDamaged(site));
  const read = createRead(getSnapshotDirectory(config));
  const directory = getAdditionsDirectory(siteDirectory);
  // Pages with drafts name no share image.
  const shareImages = config.contentful.showsDrafts
    ? Promise.resolve([])
    : drawShareImages(read, join(config.dataDirectory, shareFolder), onProgress);
  // If one of the three fails, the others still finish.
  const done = await Promise.allSettled([
    shareImages,
    updateSitemap(read, config.site.url, directory),
    updateSearchIndex(read, directory, onProgress),
  ]);
  read.close();
  const failures = done.flatMap((result) =>
    result.status === 'rejected'
      ? [describeDiskError(result.reason) ?? describeError(result.reason).error]
      : [],
  );
  return {
    failures,
    isDamaged,
    shareImages: [...(await shareImages.catch(() => []))],
  } satisfies FollowUpDone;
});
