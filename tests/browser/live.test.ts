/** An item newer than the build: the page that waits for it, and its page, which equals the built one. */
import { load, type CheerioAPI } from 'cheerio';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { messages } from '../../src/data/messages.ts';
import { prepare, readSite } from '../../src/engine/publish/index.ts';
import { startServer, type RunningServer } from '../../src/engine/serve/node/server.ts';
import { fixtureSpace } from '../fixtures/space.ts';
import { findViolations } from '../support/accessibility.ts';
import { openAccount } from '../support/account.ts';
import { getPage, readPages } from '../support/built-site.ts';
import { createHold, desktop, phone, visit, wake } from '../support/visit.ts';

const pages = await readPages();
/** The items of a list, those with the most elements first. */
const listItems = (list: string) => {
  const count = (path: string) => getPage(pages, path).$('main .prose *').length;
  return [...pages.keys()]
    .filter((path) => /^\/\w+\/[^/]+$/.test(path) && path.startsWith(`${list}/`))
    .sort((one, other) => count(other) - count(one));
};
const lists = [
  {
    list: '/blog',
    words: { ...messages.blog, failed: messages.blog.postFailed, hint: messages.blog.notFoundHint },
  },
  {
    list: '/resources',
    words: { ...messages.resources, failed: messages.resources.resourceFailed, hint: '' },
  },
].map(({ list, words }) => {
  // The server's site lacks the newest item.
  const [newest = '', built = ''] = listItems(list);
  return { list, words, newest, built };
});

let server: RunningServer;

beforeAll(async () => {
  const { config, close } = await openAccount(fixtureSpace);
  const site = await readSite(inject('distDirectory'));
  const files = new Map(site.files);
  for (const { newest } of lists) files.delete(newest);
  server = await startServer({
    config,
    openSite: async () => ({
      site: { ...site, files },
      renderer: await prepare(config, { renderers: inject('renderers') }),
    }),
    log: () => undefined,
  });
  return async () => {
    await server.close();
    await close();
  };
});

/** The main region without what only a build knows: other posts, and the files of pictures and downloads. */
function describeMain($: CheerioAPI): string {
  const main = $('main').clone();
  main.find('.read-next, picture source').remove();
  main.find('picture img, .prose img').removeAttr('src').removeAttr('srcset').removeAttr('sizes');
  return (main.html() ?? '').replace(
    /href="[^"]*\/(?:media|asset-files)\/[^"]*"/g,
    'href="a file"',
  );
}

const get = async (path: string) => {
  const response = await fetch(server.url + path);
  return { response, html: await response.text() };
};

describe.each(lists)('an item of $list without a built page', ({ list, words, newest, built }) => {
  const unknown = `${list}/never-written`;

  it('is its built page', async () => {
    expect((await get(newest)).response.status).toBe(404);
    const { response, html } = await get(`${newest}?live`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const live = load(html);
    const { $ } = getPage(pages, newest);
    expect(live('link[rel=canonical]').attr('href')).toBe($('link[rel=canonical]').attr('href'));
    expect(describeMain(live)).toBe(describeMain($));
  });

  it('leaves a built page and a missing item as they are without the query', async () => {
    for (const path of [list, built, unknown, `${list}/x%20y`]) {
      const [asked, plain] = [await get(`${path}?live`), await get(path)];
      expect([asked.response.status, asked.html], path).toEqual([
        plain.response.status,
        plain.html,
      ]);
    }
  });

  it('follows a spinner, works like any page, and breaks no rule of accessibility', async () => {
    const { hold, release } = createHold('**/api/**');
    await visit(
      server.url + newest,
      phone,
      async ({ page, errors }) => {
        await page.getByRole('status').getByText(words.loading).waitFor({ state: 'attached' });
        expect(await findViolations(page)).toEqual([]);
        release();
        await page.waitForURL('**?live');
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
      hold,
    );
  });

  it('that does not exist is said so, with links to go on', async () => {
    await visit(server.url + unknown, desktop, async ({ page }) => {
      await page.getByRole('heading', { name: words.notFound }).waitFor();
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(await page.locator('main').innerText()).toContain(words.hint);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.locator(`main .links a[href^='${list}/']`).count()).toBe(3);
      await page.getByRole('link', { name: words.back }).click();
      await page.waitForURL(`**${list}`);
    });
  });

  it.each([
    ['the content service fails', 502],
    ['its page cannot be made', 200],
  ])('ends with a sentence when %s', async (_, status) => {
    await visit(
      server.url + unknown,
      desktop,
      async ({ page }) => {
        await page.getByRole('heading', { name: words.failed }).waitFor();
        expect(await page.locator('main').innerText()).toContain(words.hint);
        await page.getByRole('link', { name: words.back }).waitFor();
      },
      (page) => page.route('**/api/**', (route) => route.fulfill({ status, body: '{}' })),
    );
  });

  it('is a link away without JavaScript', async () => {
    await visit(server.url + newest, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      const text = await page.locator('main').innerText();
      expect(text).toContain(words.notFound);
      expect(text).not.toContain('Loading');
      await page.getByRole('link', { name: messages.live.open }).click();
      await page.locator('article .prose').waitFor();
    });
  });
});
