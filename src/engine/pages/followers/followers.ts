/** What follows a walk: sitemap, search index, share images. */
import { getSnapshotDirectory } from '../../config.ts';
import { createRead, type SnapshotRead } from '../../content/read.ts';
import { describeDiskError } from '../../disk/index.ts';
import { describeFault } from '../../log.ts';
import type { OnProgress } from '../../processes/index.ts';
import type { PagesSite } from '../check.ts';
import { renewAdditions, type Addition } from './additions.ts';
import { listSearchParts } from './search-index.ts';
import { listShareImages, shareImages } from './share-images.ts';
import { listSitemap } from './sitemap.ts';

type List = (read: SnapshotRead, site: PagesSite) => Promise<Addition[]>;

/** The additions by their kind. What takes longest comes last. */
const kinds: Readonly<Record<string, List>> = {
  Sitemap: listSitemap,
  Search: listSearchParts,
  // Pages with drafts name no share image.
  [shareImages]: async (read, { config }) =>
    config.contentful.showsDrafts ? [] : listShareImages(read),
};

/** @returns a sentence for each kind that could not be made */
export async function follow(site: PagesSite, onProgress: OnProgress): Promise<string[]> {
  const read = createRead(getSnapshotDirectory(site.config));
  const failures: string[] = [];
  // If one kind fails, the others still follow.
  for (const [kind, list] of Object.entries(kinds))
    try {
      const additions = await list(read, site);
      await renewAdditions(site.siteDirectory, kind, additions, onProgress);
    } catch (error) {
      failures.push(`${kind}: ${describeDiskError(error) ?? describeFault(error).error}`);
    }
  read.close();
  return failures;
}
