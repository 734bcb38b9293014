/** Lists that were built while the content service failed repair themselves in the browser (spec §4, §8). */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startContentService, type ContentService } from '../../scripts/content-service/service.ts';
import { startServer, type RunningServer } from '../../src/engine/serve/node/server.ts';
import { readSite } from '../../src/engine/serve/node/site.ts';
import { parseConfig } from '../../src/config.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { images } from '../fixtures/content.ts';
import { findViolations } from '../support/accessibility.ts';
import { buildPages } from '../support/build-pages.ts';
import { desktop, phone, showTypefaces, visit } from '../support/visit.ts';
import { messages } from '../../src/data/messages.ts';

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
    contentful: service.account,
  };
  const dist = join(folder, 'dist');
  await mkdir(config.dataDirectory);
  await symlink(inject('renderers'), join(config.dataDirectory, 'renderer'), 'junction');
  await buildPages(config, dist);
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

/** Describes the items of a list: texts, roles, link addresses, and pictures with their sizes. */
async function describeItems(page: Page) {
  await showTypefaces(page);
  // A build without content has no pages for tags, so tags are links on the built page only.
  await page.locator('.tags').evaluateAll((tags) => tags.forEach((list) => list.remove()));
  const items = page.locator('.feature, .card-grid');
  const pictures = await items.locator('img, svg.cover').evaluateAll((elements) =>
    elements.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return [element.getAttribute('alt'), Math.round(width), Math.round(height)];
    }),
  );
  const snapshots = [];
  for (const part of await items.all()) snapshots.push(await part.ariaSnapshot());
  return { snapshots, pictures };
}

const lists = [
  {
    path: '/blog',
    failed: ['Something went wrong', 'Failed to load blog posts. Please try again later.'],
    loading: 'Loading posts...',
    featured: 'Featured Post',
    all: 'Latest Articles',
  },
  {
    path: '/resources',
    failed: ['Failed to load resources. Please try again later.'],
    loading: 'Loading resources...',
    featured: 'Featured Resource',
    all: 'All Resources',
  },
];

describe.each(lists)('$path, built without content', (list) => {
  const { path, failed, loading, featured, all } = list;

  it('shows the error while the service fails, and the list after a successful retry', async () => {
    await visit(server.url + path, desktop, async ({ page, errors }) => {
      const retry = page.getByRole('button', { name: 'Try again' });
      await retry.waitFor();
      for (const text of failed)
        expect(await page.getByRole('main').getByRole('alert').innerText()).toContain(text);
      expect(await findViolations(page)).toEqual([]);

      await service.setFaults();
      await retry.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: featured }).waitFor();
      expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
      // The focused button is gone, so the list has the focus, not the top of the page.
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('live-list');
      expect(errors.filter((error) => !error.includes('502'))).toEqual([]);
    });
  });

  it('shows the same list as a build, as soon as the service is back', async () => {
    await service.setFaults();
    const seen: object[] = [];
    await visit(path, phone, async ({ page }) => void seen.push(await describeItems(page)));

    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await visit(
      server.url + path,
      phone,
      async ({ page, errors }) => {
        await page.getByRole('status').getByText(loading).waitFor({ state: 'attached' });
        release(undefined);
        await page.getByRole('heading', { name: all }).waitFor();
        expect(await findViolations(page)).toEqual([]);
        seen.push(await describeItems(page));
        expect(errors).toEqual([]);
      },
      (page) =>
        page.route('**/api/**', async (route) => {
          await held;
          await route.continue();
        }),
    );
    expect(seen[1]).toEqual(seen[0]);
  });

  it('keeps the error text for a visitor without JavaScript', async () => {
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
      ({ page }) => page.getByRole('heading', { name: messages.blog.empty }).waitFor(),
      (page) => page.route('**/api/blog', (route) => route.fulfill({ json: [] })),
    );
  });

  it('shows 24 more posts with each press of the button', async () => {
    const post = {
      image: null,
      excerpt: 'Text',
      author: 'Ada',
      publishedDate: '2026-01-05',
      tags: ['CRM'],
    };
    const posts = Array.from({ length: 30 }, (_, number) => ({
      ...post,
      slug: `post-${number}`,
      title: `Post ${number}`,
    }));
    await visit(
      `${server.url}/blog`,
      desktop,
      async ({ page }) => {
        const more = page.getByRole('button', { name: 'Show more' });
        await more.waitFor();
        expect(await page.locator('.card').count()).toBe(24);
        await more.click();
        await page.getByRole('heading', { name: 'Post 29' }).waitFor();
        expect(await more.count()).toBe(0);
      },
      (page) => page.route('**/api/blog', (route) => route.fulfill({ json: posts })),
    );
  });
});
