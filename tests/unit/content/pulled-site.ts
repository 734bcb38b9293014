/** DATA_DIR of one site, and pulls into it, for the tests of pulls. */
import { join } from 'node:path';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { createMediaStore } from '../../../src/engine/content/pull/media/store.ts';
import { pull, type PullOptions } from '../../../src/engine/content/pull/pull.ts';
import { createRead } from '../../../src/engine/content/snapshot/read.ts';
import { createFolder } from '../../fixtures/folder.ts';

const now = new Date('2026-06-15T12:00:00Z');

interface Site {
  /** DATA_DIR */
  folder: string;
  directory: string;
  pullFrom: (service: ContentService, options?: Partial<PullOptions>) => ReturnType<typeof pull>;
}

export async function createSite(): Promise<Site> {
  const folder = await createFolder();
  const directory = join(folder, 'content');
  return {
    folder,
    directory,
    pullFrom: (service, options = {}) =>
      pull({
        client: createContentClient(service.account, { deadlineMs: 1500 }),
        mediaStore: createMediaStore({
          directory: join(folder, 'media'),
          account: service.account,
        }),
        directory,
        onFailure: 'stale',
        now,
        ...options,
      }),
  };
}

export const listPosts = async (directory: string) =>
  (await createRead(directory)({ type: 'slugs' })).posts.map(({ slug }) => slug);
export const readOverview = (directory: string) => createRead(directory)({ type: 'overview' });
