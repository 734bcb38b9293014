import { join } from 'node:path';
import { startContentService, type Space } from '#engine/stand-in/service.ts';
import { parseConfig } from '#engine/config.ts';
import { images } from '../fixtures/content.ts';
import { createFolder } from '../fixtures/folder.ts';

/** Starts a content service with this space, for a site with these settings in a folder of its own. */
export async function openAccount(space: Space, environment: Record<string, string> = {}) {
  const folder = await createFolder();
  const service = await startContentService({ space, images });
  const parsed = parseConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), ...environment });
  return {
    folder,
    service,
    config: { ...parsed, contentful: service.account },
    close: () => service.close(),
  };
}
