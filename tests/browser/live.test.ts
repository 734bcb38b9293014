/** An item newer than the build: the page that waits for it, and its page, which equals the built one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startContentService, type ContentService } from '../../scripts/content-service/service.ts';
import { parseConfig } from '../../src/config.ts';
import { messages } from '../../src/data/messages.ts';
import { prepare } from '../../src/engine/publish/index.ts';
import { startServer, type RunningServer } from '../../src/engine/serve/node/server.ts';
import { readSite } from '../../src/engine/publish/index.ts';
import { images } from '../fixtures/content.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { findViolations } from '../support/accessibility.ts';
import { getPage, readBuilt, readPages } from '../support/built-site.ts';
import { desktop, phone, visit, wake } from '../support/visit.ts';

/** The item of each list with the most elements, which the server's site lacks. */
const newest = new Map<string, string>();
let folder: string;
let service: ContentService;
let server: RunningServer;

beforeAll(async () => {
  const pages = await readPages();
  for (const list of ['/blog', '/resources']) {
    const paths = [...pages.keys()].filter(
      (path) => /^\/\w+\/[^/]+$/.test(path) && path.startsWith(`${list}/`),
    );
    const count = (path: string) => getPage(pages, path).$('main .prose *').length;
    newest.set(list, paths.sort((one, other) => count(other) - count(one))[0] ?? '');
  }
  folder = await mkdtemp(join(tmpdir(), 'live-'));
  service = await startContentService({ space: fixtureSpace, images });
  const parsed = parseConfig({ PORT: '0', DATA_DIR: join(folder, 'data') });
  const config = { ...parsed, contentful: service.account };
  const site = await readSite(inject('distDirectory'));
  const files = new Map([...site.files].filter(([path]) => ![...newest.values()].includes(path)));
  server = await startServer({
    config,
    openSite: async () => ({
      site: { ...site, files },
      renderer: await prepare(config, { renderers: inject('renderers') }),
    }),
    log: () => undefined,
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** The main region without what only a build knows: other posts, and the files of pictures and downloads. */
function describeMain($: CheerioAPI): string {
  const main = $('main');
  main.find('.more-posts').remove();
  main.find('picture source').remove();
  main.find('picture img, .prose img').removeAttr('src').removeAttr('srcset').removeAttr('sizes');
  return (main.html() ?? '').replace(
    /href="[^"]*\/(?:media|asset-files)\/[^"]*"/g,
    'href="a file"',
  );
}

const answerApi = (answer: object) => (page: Page) =>
  page.route('**/api/**', (route) => route.fulfill(answer));

describe.each([
  [
    '/blog',
    { ...messages.blog, failed: messages.blog.postFailed, hint: messages.blog.notFoundHint },
  ],
  ['/resources', { ...messages.resources, failed: messages.resources.resourceFailed, hint: '' }],
])(
  'an item of %s without a built page',
  (list, { notFound, failed, back, hint, loading, saved }) => {
    const get = async (path: string) => {
      const response = await fetch(server.url + path);
      return { response, html: await response.text() };
    };
    const unknown = `${list}/never-written`;

    it('is its built page', async () => {
      const path = newest.get(list) ?? '';
      expect((await get(path)).response.status).toBe(404);
      const { response, html } = await get(`${path}?live`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const built = load(await readBuilt(`${path}.html`));
      const live = load(html);
      expect(live('link[rel=canonical]').attr('href')).toBe(
        built('link[rel=canonical]').attr('href'),
      );
      expect(describeMain(live)).toBe(describeMain(built));
    });

    it('leaves a built page and a missing item as they are without the query', async () => {
      const pages = await readPages();
      const built = [...pages.keys()].find(
        (path) => path.startsWith(`${list}/`) && path !== newest.get(list),
      );
      for (const path of [list, built ?? '', unknown, `${list}/x%20y`]) {
        const [asked, plain] = [await get(`${path}?live`), await get(path)];
        expect([asked.response.status, asked.html], path).toEqual([
          plain.response.status,
          plain.html,
        ]);
      }
    });

    it('follows a spinner, works like any page, and breaks no rule of accessibility', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
      await visit(
        server.url + (newest.get(list) ?? ''),
        phone,
        async ({ page, errors }) => {
          await page.getByRole('status').getByText(loading).waitFor({ state: 'attached' });
          expect(await findViolations(page)).toEqual([]);
          release(undefined);
          await page.waitForURL('**?live');
          await wake(page);
          await page.getByRole('button', { name: 'Save' }).tap();
          await page.getByText(saved).waitFor();
          for (const picture of await page.locator('main img').all()) {
            await picture.scrollIntoViewIfNeeded();
            const getWidth = (image: HTMLImageElement) => image.naturalWidth;
            await expect.poll(() => picture.evaluate(getWidth)).toBeGreaterThan(0);
          }
          expect(await findViolations(page)).toEqual([]);
          expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
        },
        (page) =>
          page.route('**/api/**', async (route) => {
            await held;
            await route.continue();
          }),
      );
    });

    it('that does not exist is said so, with links to go on', async () => {
      await visit(server.url + unknown, desktop, async ({ page }) => {
        await page.getByRole('heading', { name: notFound }).waitFor();
        expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
        expect(await page.locator('main').innerText()).toContain(hint);
        expect(await findViolations(page)).toEqual([]);
        expect(await page.locator(`main .links a[href^='${list}/']`).count()).toBe(3);
        await page.getByRole('link', { name: back }).click();
        await page.waitForURL(`**${list}`);
      });
    });

    it.each([
      ['the content service fails', { status: 502, body: '{}' }],
      ['its page cannot be made', { status: 200, body: '{}' }],
    ])('ends with a sentence when %s', async (_, answer) => {
      await visit(
        server.url + unknown,
        desktop,
        async ({ page }) => {
          await page.getByRole('heading', { name: failed }).waitFor();
          expect(await page.locator('main').innerText()).toContain(hint);
          await page.getByRole('link', { name: back }).waitFor();
        },
        answerApi(answer),
      );
    });

    it('is a link away without JavaScript', async () => {
      const options = { ...desktop, javaScriptEnabled: false };
      await visit(server.url + (newest.get(list) ?? ''), options, async ({ page }) => {
        const text = await page.locator('main').innerText();
        expect(text).toContain(notFound);
        expect(text).not.toContain('Loading');
        await page.getByRole('link', { name: messages.live.open }).click();
        await page.locator('article .prose').waitFor();
      });
    });
  },
);
