/** What follows a release: looks for damage where asked, and makes sitemap, search index and share images. */
import { getSnapshotDirectory } from '../../config.ts';
import { createRead, type SnapshotRead } from '../content/read.ts';
import { describeDiskError } from '../disk/index.ts';
import { describeError } from '../log.ts';
import { renewAdditions, type Addition } from './additions.ts';
import type { OnProgress } from './child.ts';
import { removeDamaged } from './damage.ts';
import type { FollowUpDone, FollowUpSite } from './process.ts';
import { readRelease } from './release.ts';
import { listSearchParts } from './search-index.ts';
import { listShareImages, shareImages } from './share-images.ts';
import { listSitemap } from './sitemap.ts';

type List = (read: SnapshotRead, site: FollowUpSite) => Promise<Addition[]>;

/** The additions of a release by their kind. What takes longest comes last. */
const kinds: Readonly<Record<string, List>> = {
  Sitemap: listSitemap,
  Search: listSearchParts,
  // Pages with drafts name no share image.
  [shareImages]: async (read, { config }) =>
    config.contentful.showsDrafts ? [] : listShareImages(read),
};

export async function followUp(site: FollowUpSite, onProgress: OnProgress): Promise<FollowUpDone> {
  const { config, siteDirectory, checks } = site;
  const done: FollowUpDone = { failures: [], isDamaged: false };
  if (!readRelease(siteDirectory)) return { ...done, isDamaged: true };
  if (checks) done.isDamaged = removeDamaged(site);
  const read = createRead(getSnapshotDirectory(config));
  // If one kind fails, the others still follow.
  for (const [kind, list] of Object.entries(kinds))
    try {
      await renewAdditions(siteDirectory, kind, await list(read, site), onProgress);
    } catch (error) {
      done.failures.push(describeDiskError(error) ?? describeError(error).error);
    }
  read.close();
  return done;
}
