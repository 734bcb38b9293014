import { join } from 'node:path';
import { snapshotFile } from '../content/index.ts';
import { isDamage, removeDatabase } from '../disk/index.ts';
import { releaseFile } from './release.ts';
import type { RenderFolders } from './render/render-pages.ts';

/**
 * Runs a pull and a render. When the disk damaged the database of the content or of the releases, both
 * are removed, and everything is pulled and rendered again.
 */
export async function withoutDamage<T>(
  { snapshotDirectory, siteDirectory }: Pick<RenderFolders, 'snapshotDirectory' | 'siteDirectory'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeDatabase(join(snapshotDirectory, snapshotFile));
    removeDatabase(join(siteDirectory, releaseFile));
    return work();
  }
}
