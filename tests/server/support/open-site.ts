import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createPublishedSite } from '../../../scripts/bench/support/published-site.ts';

export type PublishedSite = Awaited<ReturnType<typeof createPublishedSite>>;

/**
 * Creates a site that can be published, with pages and pictures that the run has bundled and encoded
 * already.
 * @param posts number of posts beside the sample content
 */
export async function openPublishedSite(posts: number): Promise<PublishedSite> {
  const site = await createPublishedSite(posts, inject('renderers'));
  const { dataDirectory } = site.config;
  await cp(inject('renderers'), join(dataDirectory, 'renderer'), { recursive: true });
  await cp(inject('media'), join(dataDirectory, 'media'), { recursive: true });
  return site;
}
