/** Bundles the pages and encodes the pictures once for all tests that publish. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepare, pullContent } from '../../../src/engine/publish/index.ts';
import { fixtureSpace } from '../../fixtures/space.ts';
import { openAccount } from '../../support/account.ts';
import { getDataFolder, getRenderers } from '../../support/test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the encoded pictures of tests/fixtures/space.ts. */
    media: string;
  }
}

export async function setup(project: TestProject): Promise<void> {
  // The build of the site (tests/support/site.ts) encodes the same pictures.
  const media = join(getDataFolder(), 'media');
  const { config, close } = await openAccount(fixtureSpace);
  const encode = async () => {
    await pullContent(config);
    await rename(join(config.dataDirectory, 'media'), media);
  };
  await Promise.all([
    prepare(config, { renderers: getRenderers() }),
    existsSync(media) || encode(),
  ]);
  await close();
  project.provide('renderers', getRenderers());
  project.provide('media', media);
}
