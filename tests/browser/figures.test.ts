/** The figures of the design, as a browser computes them: sizes, columns, offsets, times, and the print. */

import { expect, test } from 'vitest';
import { company } from '#data/company.ts';
import { findOverflow } from '../support/layout.ts';
import { desktop, phone, visit, visitEach } from '../support/visit.ts';

/** Widths of the window: on either side of the two breakpoints, and wider than the content may be. */
const widths = [767, 768, 1023, 1024, 1920];

/** A window of its own, because a page keeps its last size for the next visitor. */
const resized = { ...desktop, viewport: { width: 1920, height: 800 } };

const post = '/blog/why-your-growth-stalled';

/** What the first element with a selector has at each width; the last value holds at all others. */
const sizes: Record<string, [what: string, selector: string, property: string, is: unknown[]][]> = {
  '/': [
    ['content', 'main .wrap', 'inline-size', [767, 768, 1023, 1024, 1440]],
    ['menu button', '.site-header .menu-button', 'display', ['flex', 'none']],
    ['way to the contact page', '.site-header .button', 'display', ['flex']],
    ['links of the header', '.site-header__links', 'display', ['none', 'flex']],
    ['hero', '.hero', 'min-block-size', [720]],
    ['header', '.site-header', 'position', ['fixed']],
    ['logos of clients', '.logos', 'display', ['none']],
  ],
  '/blog': [
    ['columns', '.cards', 'grid-template-columns', [1, 2, 2, 3, 3]],
    ['first picture', '.feature .picture', 'block-size', [300]],
    ['picture of a card', '.card .picture', 'block-size', [180]],
  ],
  [post]: [['picture', '.article-heading .picture', 'max-block-size', [300]]],
};

test.each(Object.entries(sizes))('%s has its sizes', async (path, rows) => {
  await visit(path, resized, async ({ page }) => {
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 });
      const values = await page.evaluate((all) => {
        const find = (selector: string) => document.querySelector(selector) ?? document.body;
        return all.map(([, one, name]) => getComputedStyle(find(one)).getPropertyValue(name));
      }, rows);
      for (const [row, value] of values.entries()) {
        const [what = '', , property = '', is = []] = rows[row] ?? [];
        const tracks = value === 'none' ? 1 : value.split(' ').length;
        const size = value.endsWith('px') ? parseFloat(value) : value;
        const found = property.startsWith('grid') ? tracks : size;
        expect([what, width, found]).toEqual([what, width, is[at] ?? is.at(-1)]);
      }
    }
  });
});

/** Windows whose first screen shows all of an element, without a scroll: laptops, a phone, phones on their side. */
const firstScreens: [path: string, selector: string, windows: string[]][] = [
  ['/', '.hero :is(h1, .lead, .button, .figures)', ['1280x600', '375x667', '667x331', '740x360']],
  ['/contact', '.form-panel #name', ['1366x657', '1280x600']],
];

test.each(firstScreens)(
  'the first screen of %s shows all of %s',
  async (path, selector, windows) => {
    await visit(path, resized, async ({ page }) => {
      for (const size of windows) {
        const [width = 0, height = 0] = size.split('x').map(Number);
        await page.setViewportSize({ width, height });
        const ends = await page
          .locator(selector)
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
        expect(Math.max(...ends), size).toBeLessThanOrEqual(height);
        expect(ends.length).toBeGreaterThan(0);
      }
    });
  },
);

test('the hero and the header enter in their times', async () => {
  await visit('/', { ...phone, reducedMotion: 'no-preference' }, async ({ page }) => {
    for (const [selector, ...times] of [
      ['.hero h1', '0.8s', '0s'],
      ['.hero .offer > :first-child', '0.8s', '0.2s'],
      ['.hero .offer > :last-child', '0.8s', '0.4s'],
      ['.site-header__bar', '0.5s', '0s'],
    ] as const) {
      const found = await page.locator(selector).evaluate((element) => {
        const { animationName, animationDuration, animationDelay } = getComputedStyle(element);
        return animationName === 'none' ? [] : [animationDuration, animationDelay];
      });
      expect(found, selector).toEqual(times);
    }
  });
});

test('on paper a post is its text, without controls, and says how to reach the firm', async () => {
  await visit('/blog/attribution-for-monday', desktop, async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    const controls = '.site-header__links, .menu-button, .share-save, .footer, .button';
    expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
    for (const shown of ['.wordmark', 'h1', '.byline', '.prose p'])
      expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
    const last = page.locator('main').evaluate((one) => getComputedStyle(one, '::after').content);
    expect(await last).toContain(company.phones[0].display);
    const position = page.locator('.site-header').evaluate((one) => getComputedStyle(one).position);
    expect(await position).toBe('static');
    await page.emulateMedia({ media: 'screen' });
  });
});

test('a card leads to its article from anywhere, and to a tag from that tag', async () => {
  await visit('/blog', { ...phone, javaScriptEnabled: false }, async ({ page }) => {
    const card = page.locator('.card').first();
    await card.locator('.picture').first().click({ force: true }); // the link lies over it
    await page.waitForURL(/\/blog\/[^/]+$/);
    await page.goBack();
    const tag = await card.locator('.tags a').first().innerText();
    await card.locator('.tags a').first().click();
    await page.waitForURL('**/blog/tag/*');
    expect(await page.locator('h1').innerText()).toBe(tag);
  });
});

test('on a phone at twice its size the header covers no headline', async () => {
  const zoomed = { ...desktop, viewport: { width: 188, height: 406 } };
  await visitEach(['/', '/about', '/contact', post], zoomed, async ({ page }, path) => {
    const [header, headline] = await Promise.all(
      ['.site-header', 'h1'].map((selector) => page.locator(selector).boundingBox()),
    );
    expect(headline?.y, path).toBeGreaterThanOrEqual(header?.height ?? NaN);
    expect(await findOverflow(page, 100), path).toEqual([]);
  });
});

test('a card shows all that it has at every width', async () => {
  const lists = ['/blog', '/resources', '/blog/tag/growth'];
  await visitEach(lists, resized, async ({ page }, path) => {
    for (const width of [320, 375, 600, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      const hidden = page.locator('.card :not(svg *, source)').filter({ visible: false });
      expect(await hidden.evaluateAll((all) => all.map((one) => one.outerHTML)), path).toEqual([]);
    }
  });
});

test('on a phone the first picture is on the first screen, in the smallest format', async () => {
  await visitEach(['/blog', post, '/blog/tag/automation'], phone, async ({ page }, path) => {
    const picture = page.locator('img[fetchpriority=high]');
    expect((await picture.boundingBox())?.y, path).toBeLessThan(phone.viewport.height);
    expect(await picture.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/\.avif$/);
  });
});
