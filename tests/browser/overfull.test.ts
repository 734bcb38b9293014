/** Parts of a page with more in them than there is room for: chapters, tags. */
import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getPage, readPages } from '../support/built-site.ts';
import { desktop, phone, visit } from '../support/visit.ts';

const pages = await readPages();
/** A page with a table of contents, if the firm's own texts have one. */
const long = [...pages.keys()].find((path) => getPage(pages, path).$('.contents nav').length) ?? '';
const chapters = 30;

/** Loads a page with thirty chapters more. */
async function openLong(page: Page): Promise<void> {
  await page.route(long, async (route) => {
    const $ = load(await (await route.fetch()).text());
    const [item, heading] = [$('.contents li').last(), $('.prose h2').last()];
    for (let number = 1; number <= chapters; number += 1) {
      const id = `more-${number}`;
      const next = item.clone();
      next.find('a').attr('href', `#${id}`).text(`A chapter with the number ${number}`);
      $('.contents ol').append(next);
      heading.parent().append(heading.clone().attr('id', id), `<p>${'Words. '.repeat(200)}</p>`);
    }
    await route.fulfill({ body: $.html(), contentType: 'text/html; charset=utf-8' });
  });
  await page.goto(long);
  await page.unroute(long);
}

test.skipIf(long === '')(
  'a long table of contents scrolls within the window, and shows the chapter that is read',
  async () => {
    await visit(long, desktop, async ({ page }) => {
      await openLong(page);
      const contents = page.locator('.contents nav');
      expect(await contents.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(800);
      for (const number of [1, chapters / 2, chapters]) {
        const link = contents.locator(`[href="#more-${number}"]`);
        await page.locator(`#more-${number}`).evaluate((one) => one.scrollIntoView());
        await expect
          .poll(() =>
            link.evaluate((one) => {
              const [inner, frame] = [one, one.closest('nav') ?? one].map((part) =>
                part.getBoundingClientRect(),
              );
              return inner && frame && inner.top >= frame.top && inner.bottom <= frame.bottom;
            }),
          )
          .toBe(true);
      }
    });
  },
);

test.skipIf(long === '')(
  'a long table of contents is closed above the text of a phone',
  async () => {
    await visit(long, phone, async ({ page }) => {
      await openLong(page);
      expect(await page.locator('.contents summary').isVisible()).toBe(true);
      expect(await page.locator('.contents li').first().isVisible()).toBe(false);
      const closed = await page.locator('.contents nav').boundingBox();
      expect(closed?.height).toBeLessThan(80);
    });
  },
);

test.each([phone, desktop])(
  'a card with forty tags is a card, and all tags can be reached: %o',
  async (device) => {
    await visit('/blog', device, async ({ page }) => {
      const card = page.locator('.cards .card:has(.tags)').first();
      const getHeight = () => card.evaluate(({ clientHeight }) => clientHeight);
      const before = await getHeight();
      const list = card.locator('.tags');
      await list.evaluate((one) => {
        const first = one.firstElementChild;
        // The component gives a long list this class.
        one.classList.add('long');
        one.tabIndex = 0;
        for (let count = one.childElementCount; count < 40; count += 1)
          one.append(first?.cloneNode(true) ?? '');
      });
      expect(await getHeight()).toBeLessThan(before + 160);
      const last = list.locator('li').last();
      await last.scrollIntoViewIfNeeded();
      const isOnTop = await last.locator('a').evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(isOnTop).toBe(true);
    });
  },
);
