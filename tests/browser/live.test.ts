/** Items newer than the build, and lists built without content, on Netlify; publish/live.test.ts has them on Node. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { messages } from '#data/messages.ts';
import { collections } from '#collections/index.ts';
import { failedPath, hasPages, notFoundPath, waitingPath } from '#engine/collections.ts';
import { failedList } from '#engine/content/records/records.ts';
import { answerWith } from '#engine/content/read.ts';
import { createLivePage } from '#engine/netlify/live-page.ts';
import { loadRenderer, prepareBundle } from '#engine/origin/index.ts';
import { createFileHeaders } from '#engine/headers/headers.ts';
import { settingsOf } from '../fixtures/content.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { findViolations } from '../support/accessibility.ts';
import { openAccount } from '../support/account.ts';
import { getPage, readPages } from '../support/built-site.ts';
import { closing } from '../support/closing.ts';
import { createFront } from '../support/front.ts';
import { findMotion } from '../support/layout.ts';
import { desktop, phone, showTypefaces, visit, wake, type Visit } from '../support/visit.ts';

const { posts: blog, resources } = messages;
const pages = await readPages();
/** The item of a list with the most elements. The server's site lacks it. */
const findNewest = (list: string) => {
  const count = (path: string) => getPage(pages, path).$('main .prose *').length;
  const items = [...pages.keys()].filter((path) => new RegExp(`^${list}/[^/]+$`).test(path));
  return items.sort((one, other) => count(other) - count(one))[0] ?? '';
};
const lists = [
  {
    list: '/blog',
    newest: findNewest('/blog'),
    words: { ...blog, hint: blog.notFoundHint },
    listFailed: [blog.listFailedTitle, blog.listFailed],
    featured: 'Featured Post',
    all: 'Latest Articles',
  },
  {
    list: '/resources',
    newest: findNewest('/resources'),
    words: { ...resources, hint: '' },
    listFailed: [resources.listFailed],
    featured: 'Featured Resource',
    all: 'All Resources',
  },
];

const { service, config } = closing(await openAccount(fixtureSpace));
const settings = settingsOf(service.account);
for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
afterAll(() => void vi.unstubAllEnvs());
const dist = inject('distDirectory');
const siteUrl = inject('siteUrl');
/** The items that the build lacks. */
const isNewer = (path: string) => lists.some(({ newest }) => newest === path);

const { directory } = await prepareBundle(config, { bundles: inject('bundles') });
const renderer = await loadRenderer(directory);
const type = 'text/html; charset=utf-8';
const getHeaders = createFileHeaders(siteUrl, null);
const toPage = (address: string, html: string) => {
  const headers = getHeaders({ address, type }, renderer.inlineParts);
  return [address, { html, headers: { ...headers, 'content-type': type } }] as const;
};
const today = { year: '2026', day: '2026-06-15' };
const answers = answerWith({ list: failedList, singles: {}, ...today, locale: 'en-US' });
const states = collections
  .filter(hasPages)
  .flatMap((one) => [waitingPath(one), notFoundPath(one), failedPath(one)])
  .map(async (path) => toPage(path, await readFile(join(dist, `${path}.html`), 'utf8')));
const withoutContent = lists.map(async ({ list }) =>
  toPage(list, String((await renderer.render(list, answers)).bytes)),
);
const livePage = createLivePage(
  {
    siteUrl,
    isPreview: false,
    pages: Object.fromEntries(await Promise.all([...states, ...withoutContent])),
  },
  () => Promise.resolve({ renderer }),
);

/** Netlify asks the function for what the redirects of a build name. */
const open = async (isDegraded: boolean) => {
  const answer = (path: string) => {
    const { pathname } = new URL(path, siteUrl);
    const isItem =
      /^\/(blog|resources)\/[^/]+$/.test(pathname) && (!pages.has(pathname) || isNewer(pathname));
    const isList = isDegraded && lists.some(({ list }) => list === pathname);
    const asked = new Request(siteUrl + path);
    return isItem || isList ? Promise.resolve(livePage(asked, { ip: '127.0.0.1' })) : null;
  };
  return closing(await createFront(siteUrl, { answer })).url;
};
/** Address of a site without the newest items. */
const url = await open(false);
/** Address of a site whose lists were built without content. */
const degraded = await open(true);

/** The requests of a page that waits. */
const asksLive = /[?&]live$/;

/** The main region without what only a build knows: other posts, and the files of pictures and downloads. */
function describeMain($: CheerioAPI): string {
  const main = $('main').clone();
  main.find('.read-next, picture source').remove();
  main.find('picture img, .prose img').removeAttr('src width height');
  return (main.html() ?? '').replace(
    /href="[^"]*\/(?:media|asset-files)\/[^"]*"/g,
    'href="a file"',
  );
}

describe.each(lists)('an item of $list without a built page', ({ list, words, newest }) => {
  it('is its built page', async () => {
    expect((await fetch(url + newest)).status).toBe(404);
    const response = await fetch(`${url + newest}?live`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'no-store, no-transform',
    ]);
    const live = load(await response.text());
    const { $ } = getPage(pages, newest);
    expect(live('link[rel=canonical]').attr('href')).toBe($('link[rel=canonical]').attr('href'));
    expect(describeMain(live)).toBe(describeMain($));
  });

  it('follows a spinner, works like any page, and breaks no rule of accessibility', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await visit(
      url + newest,
      phone,
      async ({ page, errors }) => {
        await page.getByRole('status').getByText(words.loading).waitFor({ state: 'attached' });
        expect([await findViolations(page), await findMotion(page)]).toEqual([[], []]);
        release(undefined);
        await page.locator('article .prose').waitFor();
        await expect.poll(() => page.url()).toBe(url + newest);
        await wake(page);
        await page.getByRole('button', { name: 'Save' }).tap();
        await page.getByText(words.saved).waitFor();
        for (const picture of await page.locator('main img').all()) {
          await picture.scrollIntoViewIfNeeded();
          const getWidth = (image: HTMLImageElement) => image.naturalWidth;
          await expect.poll(() => picture.evaluate(getWidth)).toBeGreaterThan(0);
        }
        expect(await findViolations(page)).toEqual([]);
        expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
      },
      (page) => page.route(asksLive, (route) => held.then(() => route.continue())),
    );
  });

  const fail = () => service.setFaults({ kind: 'unauthorized' });
  it.each<[string, string, string, ((page: Page) => Promise<unknown>)?]>([
    ['that does not exist', 'never-written', words.notFound],
    ['that cannot be read', 'not-read', words.failed, fail],
    [
      'that a lost network keeps away',
      'not-reached',
      words.failed,
      (page) => page.route(asksLive, (route) => route.abort()),
    ],
  ])('%s ends with a sentence, and links to go on', async (_, slug, sentence, spoil) => {
    const look = async ({ page }: Visit) => {
      await page.getByRole('alert').getByRole('heading', { name: sentence }).waitFor();
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(await page.locator('main').innerText()).toContain(words.hint);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.locator(`main .links a[href^='${list}/']`).count()).toBe(3);
      await page.getByRole('link', { name: words.back }).click();
      await page.waitForURL(`**${list}`);
    };
    await visit(`${url}${list}/${slug}`, desktop, look, spoil);
    await service.setFaults();
  });

  it('is a link away without JavaScript', async () => {
    await visit(url + newest, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      const text = await page.locator('main').innerText();
      expect(text).toContain(words.notFound);
      expect(text).not.toContain('Loading');
      await page.getByRole('link', { name: messages.live.open }).click();
      await page.locator('article .prose').waitFor();
    });
  });
});

describe.each(lists)(
  '$list, built without content',
  ({ list, words, listFailed, featured, all }) => {
    /** The items as assistive technology reads them. */
    const describeItems = async (page: Page) => {
      await showTypefaces(page);
      const parts = await page.locator('.feature, .card-grid').all();
      return Promise.all(parts.map((part) => part.ariaSnapshot()));
    };

    it('shows the error while the service fails, and after a retry the same list as a build', async () => {
      await service.setFaults({ kind: 'unauthorized' });
      await visit(degraded + list, phone, async ({ page, errors }) => {
        const retry = page.getByRole('button', { name: messages.live.retry });
        await retry.waitFor();
        for (const text of listFailed)
          expect(await page.getByRole('main').getByRole('alert').innerText()).toContain(text);
        expect(await findViolations(page)).toEqual([]);

        await service.setFaults();
        const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
        await page.route(asksLive, (route) => held.then(() => route.continue()));
        await retry.focus();
        await page.keyboard.press('Enter');
        await page.locator('.waiting:focus').waitFor();
        await page.getByRole('status').getByText(words.loadingList).waitFor({ state: 'attached' });
        release(undefined);
        await page.getByRole('heading', { name: all }).waitFor();
        expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
        expect(await findViolations(page)).toEqual([]);
        const items = await describeItems(page);
        expect(errors.filter((error) => !error.includes('502'))).toEqual([]);
        await page.goto(list);
        expect(items).toEqual(await describeItems(page));
      });
    });

    it('shows a visitor without JavaScript the error text and a link to the list', async () => {
      await visit(degraded + list, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
        for (const text of listFailed)
          expect(await page.locator('main').innerText()).toContain(text);
        await page.getByRole('link', { name: messages.live.retry }).click();
        await page.getByRole('heading', { name: featured }).waitFor();
      });
    });
  },
);
