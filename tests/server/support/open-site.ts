import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { prepareSite } from '../../../scripts/bench/support/published-site.ts';
import { startContentService } from '../../../scripts/content-service/service.ts';
import { images } from '../../fixtures/content.ts';
import { fixtureSpace, makePost } from '../../fixtures/space.ts';

export type PublishedSite = Awaited<ReturnType<typeof createPublishedSite>>;

/**
 * @param posts number of posts beside those of tests/fixtures/space.ts
 * @param renderers folder of the bundled pages
 */
export async function createPublishedSite(posts: number, renderers: string) {
  const many = Array.from({ length: posts }, (_, number) => makePost(number));
  const space = { ...fixtureSpace, entries: [...fixtureSpace.entries, ...many] };
  const service = await startContentService({ space, images });
  const { remove, ...site } = await prepareSite(service.account, renderers);
  return {
    ...site,
    service,
    close: async () => {
      await service.close();
      await remove();
    },
  };
}

/** Creates a site that can be published, with pages and pictures that the run has bundled and encoded. */
export async function openPublishedSite(posts: number): Promise<PublishedSite> {
  const site = await createPublishedSite(posts, inject('renderers'));
  const { dataDirectory } = site.config;
  await cp(inject('renderers'), join(dataDirectory, 'renderer'), { recursive: true });
  await cp(inject('media'), join(dataDirectory, 'media'), { recursive: true });
  return site;
}
