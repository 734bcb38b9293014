/** What follows a walk: sitemap, share images. */
import { getSnapshotDirectory } from '../../config.ts';
import { createRead } from '../../content/read.ts';
import { describeDiskError } from '../../disk/index.ts';
import { describeFault } from '../../log.ts';
import type { OnProgress } from '../../processes/index.ts';
import type { PagesSite } from '../check.ts';
import { renewAdditions, type Addition } from './additions.ts';
import { listShareImages, shareImages, startDrawing } from './share-images.ts';
import { listSitemap } from './sitemap.ts';

/** @returns a sentence for each addition, and for each kind, that could not be made */
export async function follow(site: PagesSite, onProgress: OnProgress): Promise<string[]> {
  const read = createRead(getSnapshotDirectory(site.config));
  const drawing = startDrawing(site.config);
  const failures: string[] = [];
  const note = (what: string, error: unknown) =>
    void failures.push(`${what}: ${describeDiskError(error) ?? describeFault(error).error}`);
  /** The additions by their kind. What takes longest comes last. */
  const kinds: Readonly<Record<string, () => Promise<Addition[]>>> = {
    Sitemap: () => listSitemap(read, site),
    // Pages with drafts name no share image.
    [shareImages]: async () =>
      site.config.contentful.showsDrafts ? [] : listShareImages(read, drawing.draw),
  };
  // If one kind fails, the others still follow.
  for (const [kind, list] of Object.entries(kinds))
    try {
      await renewAdditions(
        site.siteDirectory,
        kind,
        await list(),
        onProgress,
        (error, { of = '' }) => note([kind, of].filter(Boolean).join(' of '), error),
      );
    } catch (error) {
      note(kind, error);
    }
  drawing.end();
  read.close();
  return failures;
}
