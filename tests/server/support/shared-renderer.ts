/** Bundles the pages and encodes the pictures once for all tests that publish. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { pullContent } from '../../../src/engine/publish/index.ts';
import { getDataFolder, getRenderers } from '../../support/test-folder.ts';
import { createPublishedSite } from './open-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the encoded pictures of tests/fixtures/space.ts. */
    media: string;
  }
}

export async function setup(project: TestProject): Promise<void> {
  // The build of the site (tests/support/site.ts) encodes the same pictures.
  const media = join(getDataFolder(), 'media');
  const site = await createPublishedSite(0, getRenderers());
  if (!existsSync(media)) {
    await pullContent(site.config);
    await rename(join(site.config.dataDirectory, 'media'), media);
  }
  await site.close();
  project.provide('renderers', getRenderers());
  project.provide('media', media);
}
