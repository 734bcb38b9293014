/** Builds the site of tests/fixtures/space.ts once, and serves it. */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServer } from '#engine/front/server.ts';
import { startOrigin } from '#engine/front/index.ts';
import { prepareBundle } from '#engine/origin/index.ts';
import { findBrowser, findOldest, type BrowserProgram } from '#scripts/audit/browser.ts';
import { buildSite } from '#engine/commands/build.ts';
import type { ContentService } from '#engine/stand-in/service.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { openAccount } from './account.ts';
import { getTestFolder } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled pages. */
    bundles: string;
    /** Folder of the built site. */
    distDirectory: string;
    /** Folder of the encoded pictures of tests/fixtures/space.ts. */
    media: string;
    /** Address of the served site, without a trailing slash. */
    siteUrl: string;
    /** Account with the site's content. */
    account: ContentService['account'];
    /** The browser that each worker starts. */
    browser: BrowserProgram;
    /** The oldest browser that the site is for, where it is installed. */
    oldest: BrowserProgram | null;
  }
}

/** Closes what has been opened, the last first; a build that failed has opened less. */
const closers: (() => Promise<void>)[] = [];

export async function setup(project: TestProject): Promise<void> {
  const folder = getTestFolder();
  const distDirectory = join(folder, 'dist');
  const data = join(folder, 'data');
  // Without the machine's environment and its .env, so that every run sees the same site.
  const { config, close } = await openAccount(fixtureSpace, { DATA_DIR: data });
  closers.push(close);
  const build = () => buildSite(config, distDirectory, console.log);
  // Found here, so that the first run unpacks the browser once and not in each worker.
  const [browser] = await Promise.all([findBrowser(), existsSync(distDirectory) || build()]);
  const dataDirectory = join(folder, `${project.name}-data`);
  await cp(join(data, 'media'), join(dataDirectory, 'media'), { recursive: true });
  const server = await startServer({
    config: { ...config, dataDirectory },
    openSite: async (events) => ({
      shown: await startOrigin(await prepareBundle(config), config, events),
    }),
    log: () => undefined,
  });
  closers.push(() => server.close());
  project.provide('bundles', join(data, 'renderer'));
  project.provide('media', join(data, 'media'));
  project.provide('distDirectory', distDirectory);
  project.provide('siteUrl', server.url);
  project.provide('account', config.contentful);
  project.provide('browser', browser);
  project.provide('oldest', project.name === 'engines' ? await findOldest() : null);
}

export async function teardown(): Promise<void> {
  for (const close of closers.reverse()) await close();
}
