/**
 * Builds the site once for the projects `build` and `browser`, and serves the site for each. The content
 * comes from tests/fixtures/space.ts, or with TEST_CONTENT=own from the embedded content service.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startServer, type RunningServer } from '../../src/adapters/node/server.ts';
import { readSite } from '../../src/adapters/node/serve/site.ts';
import { parseConfig, type Config } from '../../src/config.ts';
import { browserFlags, findBrowser } from '../../scripts/audit/browser.ts';
import { buildSite } from '../../scripts/build.ts';
import {
  openContentSource,
  type ContentSource,
} from '../../scripts/content-service/content-source.ts';
import { startContentService } from '../../scripts/content-service/service.ts';
import { images } from '../fixtures/content.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { getDataFolder, getRenderers, getTestFolder } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built site. */
    distDirectory: string;
    /** Address of the served site, without a trailing slash. */
    siteUrl: string;
    /** Address of the Chromium that all tests in a browser share. */
    browser: string;
  }
}

async function openContent(config: Config): Promise<ContentSource> {
  if (process.env.TEST_CONTENT === 'own') return openContentSource(config);
  const service = await startContentService({ space: fixtureSpace, images });
  return {
    config: { ...config, contentful: service.account },
    close: () => service.close(),
  };
}

let source: ContentSource;
let server: RunningServer;
let browser: BrowserServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  const folder = getTestFolder();
  const distDirectory = join(folder, 'dist');
  // Ignore the machine's environment and its .env, so that every run sees the same site.
  source = await openContent(parseConfig({ PORT: '0', DATA_DIR: getDataFolder() }));
  if (!existsSync(distDirectory)) {
    await buildSite(source.config, `${distDirectory}.partial`, console.log);
    renameSync(`${distDirectory}.partial`, distDirectory);
  }
  server = await startServer({
    config: { ...source.config, dataDirectory: join(folder, `${project.name}-data`) },
    openSite: async () => ({ site: await readSite(distDirectory) }),
    log: () => undefined,
  });
  project.provide('renderers', getRenderers());
  project.provide('distDirectory', distDirectory);
  project.provide('siteUrl', server.url);
  if (project.name === 'browser') {
    const { executablePath, env } = await findBrowser();
    browser = await chromium.launchServer({
      executablePath,
      args: browserFlags,
      env: { ...process.env, ...env },
    });
    project.provide('browser', browser.wsEndpoint());
  }
}

export async function teardown(): Promise<void> {
  await browser?.close();
  await server.close();
  await source.close();
}
