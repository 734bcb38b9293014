/** Items newer than the build on Netlify, where a function makes their pages; publish/month.test.ts has them on Node. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getStore } from '@netlify/blobs';
import { load, type CheerioAPI } from 'cheerio';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { messages } from '#data/messages.ts';
import { createAddressBook } from '#engine/addresses/index.ts';
import type { FaultKind } from '#engine/stand-in/faults.ts';
import { listFiles } from '#engine/disk/index.ts';
import { addressStore, writeBlobBook } from '#engine/netlify/addresses.ts';
import { post } from '../fixtures/content.ts';
import { startBlobs } from '../server/support/netlify.ts';
import { openNetlifySite } from '../server/support/netlify-site.ts';
import { findViolations } from '../support/accessibility.ts';
import { getPage, readPages } from '../support/built-site.ts';
import { closing } from '../support/closing.ts';
import { findMotion } from '../support/layout.ts';
import { listInlineHashes, parsePolicy } from '../support/policy.ts';
import { desktop, phone, visit, wake, type Visit } from '../support/visit.ts';

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
  },
  {
    list: '/resources',
    newest: findNewest('/resources'),
    words: { ...resources, hint: '' },
  },
];

closing(await startBlobs());
const { url, service, dist, function: entry, forget } = await openNetlifySite();

// The items of the following tests are newer than the build.
for (const { newest } of lists) await forget(newest);

describe('the function', () => {
  const ask = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const readState = (path: string) => readFile(join(dist, `${path}.html`), 'utf8');

  it('carries no picture encoder, which would make Netlify pack all of Node', async () => {
    const files = await listFiles(join(entry, '../../../live-items'));
    for (const [name, path] of files)
      expect(await readFile(path, 'utf8'), name).not.toContain('@img/sharp');
  });

  it('shows an item by the page of the site, with the policy of that page, and a past one by its last address', async () => {
    service.publish(post('kept', { title: 'By its last address', slug: 'A slip' }));
    const book = createAddressBook([['/blog/kept', 'kept']]);
    await writeBlobBook(getStore(addressStore), service.account, book);
    for (const path of ['/blog/new', '/blog/new?live', '/blog/kept']) {
      service.publish(post('new', { title: 'Newer than the build' }));
      const { status, headers, body } = await ask(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
      const $ = load(body);
      const [address = ''] = path.split('?');
      expect($('link[rel=canonical]').attr('href')).toMatch(new RegExp(`:\\d+${address}$`));
      expect($('h1').text()).toBe(
        address === '/blog/new' ? 'Newer than the build' : 'By its last address',
      );
      const { scripts, styles } = listInlineHashes(body);
      expect(parsePolicy(headers.get('content-security-policy') ?? '')).toMatchObject({
        'default-src': ["'none'"],
        'script-src': expect.arrayContaining(scripts) as string[],
        'style-src': expect.arrayContaining(styles) as string[],
      });
    }
  });

  it('shows the states of the specification, as the build has made them', async () => {
    const expectState = async (path: string, status: number, state: string) => {
      const { headers, ...answer } = await ask(path);
      expect(answer).toEqual({ status, body: await readState(state) });
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    };
    await expectState('/blog/none', 404, '/live/blog/not-found');
    await expectState('/resources/x%20y?live', 404, '/live/resources/not-found');
    await service.setFaults({ kind: 'unauthorized' });
    await expectState('/blog/not-read', 404, '/live/blog/failed');
    await expectState('/blog/not-read?live', 502, '/live/blog/failed');
    await service.setFaults({ kind: 'hang' });
    await expectState('/blog/slow', 404, '/live/blog');
    await service.setFaults();
  });
});

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
    const response = await fetch(url + newest);
    expect(response.status).toBe(200);
    const live = load(await response.text());
    const { $ } = getPage(pages, newest);
    expect(live('link[rel=canonical]').attr('href')).toBe($('link[rel=canonical]').attr('href'));
    expect(describeMain(live)).toBe(describeMain($));
  });

  it('follows a spinner when the service is slow, works like any page, and breaks no rule of accessibility', async () => {
    await service.setFaults({ kind: 'hang' });
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await visit(
      url + newest,
      phone,
      async ({ page, errors }) => {
        await page.getByRole('status').getByText(words.loading).waitFor({ state: 'attached' });
        expect([await findViolations(page), await findMotion(page)]).toEqual([[], []]);
        await service.setFaults();
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

  const failBy = (kind: FaultKind) => () => service.setFaults({ kind });
  it.each<[string, string, string, ((page: Page) => Promise<unknown>)?]>([
    ['that does not exist', 'never-written', words.notFound],
    ['that cannot be read', 'not-read', words.failed, failBy('unauthorized')],
    [
      'that a lost network keeps away',
      'not-reached',
      words.failed,
      async (page) => {
        await service.setFaults({ kind: 'hang' });
        await page.route(asksLive, (route) => route.abort());
      },
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
    await service.setFaults({ kind: 'hang' });
    await visit(url + newest, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      const text = await page.locator('main').innerText();
      expect(text).toContain(words.notFound);
      expect(text).not.toContain('Loading');
      await service.setFaults();
      await page.getByRole('link', { name: messages.live.open }).click();
      await page.locator('article .prose').waitFor();
    });
  });
});
