/** The figures of the design, as a browser computes them: sizes, columns, offsets, times, and the print. */
import { expect, test } from 'vitest';
import { desktop, phone, visit, visitEach } from '../support/visit.ts';

/** Widths of the window: on either side of the two breakpoints, and wider than the content may be. */
const widths = [767, 768, 1023, 1024, 1920];

/** A window of its own, because a page keeps its last size for the next visitor. */
const resized = { ...desktop, viewport: { width: 1920, height: 800 } };

const post = '/blog/why-your-growth-stalled';

/** What the first element with a selector has at each width; the last value holds at all others. */
const sizes: [what: string, path: string, selector: string, property: string, is: unknown[]][] = [
  ['content', '/', 'main .wrap', 'inline-size', [767, 768, 1023, 1024, 1440]],
  ['menu button', '/', '.site-header .menu-button', 'display', ['flex', 'none']],
  ['way to the contact page', '/', '.site-header .button', 'display', ['flex']],
  ['links of the header', '/', '.site-header__links', 'display', ['none', 'flex']],
  ['hero', '/', '.hero', 'min-block-size', [720]],
  ['columns of resources', '/resources', '.cards', 'grid-template-columns', [1, 2, 2, 3, 3]],
  ['columns of posts', '/blog', '.cards', 'grid-template-columns', [1, 2, 2, 3, 3]],
  ['first picture of the blog', '/blog', '.feature .picture', 'block-size', [300]],
  ['picture of a post', post, '.article-heading .picture', 'max-block-size', [300]],
  ['picture of a card', '/blog', '.card .picture', 'block-size', [180]],
  ['offset of a jump', '/services', 'html', 'scroll-padding-block-start', [120]],
  ['header', '/', '.site-header', 'position', ['fixed']],
];

test.each(sizes)('%s on %s: %s has its %s', async (_, path, selector, property, is) => {
  await visit(path, resized, async ({ page }) => {
    const found: unknown[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const value = await page
        .locator(selector)
        .first()
        .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
      const tracks = value.split(' ').length;
      if (property.startsWith('grid')) found.push(value === 'none' ? 1 : tracks);
      else found.push(value.endsWith('px') ? parseFloat(value) : value);
    }
    expect(found).toEqual(widths.map((_, index) => is[index] ?? is.at(-1)));
  });
});

test.each([
  ['the headline of the hero', '.hero h1', '0.8s', '0s'],
  ['the text of the hero', '.hero .offer > :first-child', '0.8s', '0.2s'],
  ['the button of the hero', '.hero .offer > :last-child', '0.8s', '0.4s'],
  ['the header', '.site-header__bar', '0.5s', '0s'],
  ['the menu', '#menu', '0.3s', '0s'],
])('%s enters in its time', async (_, selector, ...times) => {
  await visit('/', { ...phone, reducedMotion: 'no-preference' }, async ({ page }) => {
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#menu')?.showModal());
    const found = await page.locator(selector).evaluate((element) => {
      const { animationName, animationDuration, animationDelay } = getComputedStyle(element);
      return animationName === 'none' ? [] : [animationDuration, animationDelay];
    });
    expect(found).toEqual(times);
  });
});

test('on paper a post is its text, without controls', async () => {
  await visit('/blog/attribution-for-monday', desktop, async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    const controls = '.site-header__links, .menu-button, .share-save, .footer, .button';
    expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
    for (const shown of ['.wordmark', 'h1', '.byline', '.prose p'])
      expect(await page.locator(shown).first().isVisible(), shown).toBe(true);
    const position = page.locator('.site-header').evaluate((one) => getComputedStyle(one).position);
    expect(await position).toBe('static');
    await page.emulateMedia({ media: 'screen' });
  });
});

test('in a window 225 pixels high the header scrolls away', async () => {
  await visit('/about', { viewport: { width: 320, height: 225 } }, async ({ page }) => {
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    const header = page.locator('.site-header');
    expect((await header.boundingBox())?.y).toBeLessThan(-100);
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

test.each([
  ['phone', phone],
  ['desktop', desktop],
])(
  'on a %s the first picture is on the first screen, in the smallest format',
  async (_, device) => {
    const paths = ['/blog', post, '/blog/tag/automation'];
    await visitEach(paths, device, async ({ page }, path) => {
      const picture = page.locator('img[fetchpriority=high]');
      expect((await picture.boundingBox())?.y, path).toBeLessThan(device.viewport.height);
      expect(await picture.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/\.avif$/);
    });
  },
);
