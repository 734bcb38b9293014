/**
 * What follows a release: looks for damage where asked, draws the share images of new pages, and makes the
 * search index and the sitemap.
 */
import { join } from 'node:path';
import { getSnapshotDirectory } from '../../config.ts';
import { shareFolder } from '../../documents/share-card.ts';
import { createRead } from '../content/read.ts';
import { describeDiskError } from '../disk/index.ts';
import { describeError } from '../log.ts';
import { createPartWriter } from './additions.ts';
import type { OnProgress } from './child.ts';
import { removeDamaged } from './damage.ts';
import type { FollowUpDone, FollowUpSite } from './process.ts';
import { openReleases, readRelease } from './release.ts';
import { updateSearchIndex } from './search-index.ts';
import { drawShareImages } from './share-images.ts';
import { updateSitemap } from './sitemap.ts';

export async function followUp(site: FollowUpSite, onProgress: OnProgress): Promise<FollowUpDone> {
  const { config, siteDirectory } = site;
  const done: FollowUpDone = { failures: [], isDamaged: false, shareImages: [] };
  if (!readRelease(siteDirectory)) return { ...done, isDamaged: true };
  if (site.checks) done.isDamaged = await removeDamaged(site);
  const read = createRead(getSnapshotDirectory(config));
  const releases = openReleases(siteDirectory);
  const renewPart = createPartWriter(siteDirectory, releases);
  const drawAll = async () => {
    const directory = join(config.dataDirectory, shareFolder);
    done.shareImages = await drawShareImages(read, directory, onProgress);
  };
  const steps = [
    // Pages with drafts name no share image, and damaged pages must not wait for images.
    ...(config.contentful.showsDrafts || done.isDamaged ? [] : [drawAll]),
    () => updateSitemap(read, config.site.url, siteDirectory, renewPart),
    () => updateSearchIndex(read, renewPart, onProgress),
  ];
  // If one fails, the others still follow.
  for (const step of steps)
    await step().catch((error: unknown) => {
      done.failures.push(describeDiskError(error) ?? describeError(error).error);
    });
  read.close();
  releases.close();
  return done;
}
