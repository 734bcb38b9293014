/** Lists that were built while the content service failed heal in the browser (spec §4, §8; contract, CONTENT_ON_FAILURE). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAstroBuild } from '../../scripts/astro/run-astro.ts';
import { pullContent } from '../../scripts/build.ts';
import { startContentService, type ContentService } from '../../scripts/content-service/service.ts';
import { startServer, type RunningServer } from '../../src/adapters/node/server.ts';
import { readSite } from '../../src/adapters/node/site.ts';
import { parseConfig } from '../../src/config.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { configOf, images } from '../fixtures/content.ts';
import { findViolations } from '../support/accessibility.ts';
import { desktop, phone, visit } from '../support/visit.ts';

let folder: string;
let service: ContentService;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'degraded-'));
  service = await startContentService({ space: fixtureSpace, images });
  await service.setFaults({ kind: 'unauthorized' });
  const config = {
    ...parseConfig({
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      CONTENT_ON_FAILURE: 'degrade',
    }),
    contentful: configOf(service),
  };
  await pullContent(config, () => undefined);
  const dist = join(folder, 'dist');
  await runAstroBuild(dist, config);
  server = await startServer({
    config,
    openSite: async () => ({ site: await readSite(dist) }),
    log: () => undefined,
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => service.setFaults({ kind: 'unauthorized' }));

const lists = [
  {
    path: '/blog',
    failed: ['Something went wrong', 'Failed to load blog posts. Please try again later.'],
    loading: 'Loading posts...',
    featured: 'Featured Post',
    all: 'Latest Articles',
    contentType: 'blogPost',
    featuredIsInAll: false,
  },
  {
    path: '/resources',
    failed: ['Failed to load resources. Please try again later.'],
    loading: 'Loading resources...',
    featured: 'Featured Resource',
    all: 'All Resources',
    contentType: 'resource',
    featuredIsInAll: true,
  },
];

describe.each(lists)('$path, built without content', (list) => {
  const { path, failed, loading, featured, all, contentType, featuredIsInAll } = list;

  it('says that loading failed as long as it does, and shows the list when a retry has it', async () => {
    await visit(server.url + path, desktop, async ({ page, errors }) => {
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor();
      for (const text of failed) expect(await page.getByRole('alert').innerText()).toContain(text);
      expect(await findViolations(page)).toEqual([]);

      await service.setFaults();
      await retry.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: featured }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      // What had the focus is gone; the list has it, not the top of the page.
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('live-list');
      expect(errors.filter((error) => !error.includes('502'))).toEqual([]);
    });
  });

  it('shows the list by itself once the service is back, in the look of a built one', async () => {
    await service.setFaults();
    const count = fixtureSpace.entries.filter(
      ({ sys }) => sys.contentType.sys.id === contentType,
    ).length;
    const seen = Promise.withResolvers<undefined>();
    await visit(
      server.url + path,
      { ...phone, reducedMotion: 'reduce' },
      async ({ page, errors }) => {
        await page.getByRole('status').getByText(loading).waitFor({ state: 'attached' });
        seen.resolve(undefined);
        await page.getByRole('heading', { name: all }).waitFor();
        expect(await page.locator('.card').count()).toBe(featuredIsInAll ? count : count - 1);
        const link = page.locator('.feature a.button');
        expect(await link.getAttribute('href')).toMatch(new RegExp(`^${path}/[a-z0-9-]+$`));
        expect(await findViolations(page)).toEqual([]);
        expect(errors).toEqual([]);
      },
      (page) =>
        page.route('**/api/**', async (route) => {
          await seen.promise;
          await route.continue();
        }),
    );
  });

  it('keeps the error text for who has no JavaScript', async () => {
    const options = { ...desktop, javaScriptEnabled: false };
    await visit(server.url + path, options, async ({ page }) => {
      for (const text of failed) expect(await page.locator('main').innerText()).toContain(text);
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    });
  });
});

describe('the blog, built without content', () => {
  it('says so when there are no posts', async () => {
    await visit(
      `${server.url}/blog`,
      desktop,
      ({ page }) => page.getByRole('heading', { name: 'No blog posts yet' }).waitFor(),
      (page) => page.route('**/api/blog', (route) => route.fulfill({ json: [] })),
    );
  });

  it('shows more than a page of posts on demand', async () => {
    const post = { excerpt: 'Text', author: 'Ada', publishedDate: '2026-01-05', tags: ['CRM'] };
    const posts = Array.from({ length: 30 }, (_, number) => ({
      ...post,
      slug: `post-${number}`,
      title: `Post ${number}`,
    }));
    await visit(
      `${server.url}/blog`,
      desktop,
      async ({ page }) => {
        await page.getByRole('button', { name: 'Show more' }).click();
        await page.getByRole('heading', { name: 'Post 29' }).waitFor();
        expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
      },
      (page) => page.route('**/api/blog', (route) => route.fulfill({ json: posts })),
    );
  });
});
