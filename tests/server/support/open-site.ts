import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { prepareSite } from '#scripts/bench/support/published-site.ts';
import {
  startContentService,
  type ContentServiceOptions,
  type RawEntry,
} from '#engine/stand-in/service.ts';
import { images } from '../../fixtures/content.ts';
import { fixtureSpace } from '../../fixtures/space.ts';

export { serveSite, type ServedSite } from './served-site.ts';

/** Creates a site that can be served, with bundle and pictures that the run has made. @param more entries */
export async function openPublishedSite(
  more: readonly RawEntry[] = [],
  options: Pick<ContentServiceOptions, 'locales'> = {},
) {
  const space = { ...fixtureSpace, entries: [...fixtureSpace.entries, ...more] };
  const service = await startContentService({ space, images, ...options });
  const { remove, ...site } = await prepareSite(service.account, inject('bundles'));
  const { dataDirectory } = site.config;
  await cp(inject('bundles'), join(dataDirectory, 'renderer'), { recursive: true });
  await cp(inject('media'), join(dataDirectory, 'media'), { recursive: true });
  return {
    ...site,
    service,
    close: async () => {
      await service.close();
      await remove();
    },
  };
}
