/** Site-wide header and menu (spec §2, §4, §9), with and without JavaScript. */
import { describe, expect, it } from 'vitest';
import { awake, desktop, phone, visit } from '../support/visit.ts';

const isOpen = () => document.querySelector('dialog')?.open;

describe('the header', () => {
  it('turns translucent, blurred and slimmer after more than 50 pixels, without a script', async () => {
    await visit('/', { ...desktop, reducedMotion: 'reduce' }, async ({ page, scripts }) => {
      const look = async (top: number) => {
        await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        return page.locator('.site-header').evaluate((header) => ({
          blurred: getComputedStyle(header).backdropFilter.includes('blur(14px)'),
          height: header.getBoundingClientRect().height,
        }));
      };
      const top = await look(0);
      expect(top.blurred).toBe(false);
      expect((await look(50)).blurred).toBe(false);
      const scrolled = await look(51);
      expect(scrolled.blurred).toBe(true);
      expect(scrolled.height).toBeLessThan(top.height);
      expect((await look(0)).blurred).toBe(false);
      expect(scripts).toEqual([]);
    });
  });

  it('wakes on the first scroll and follows it where the browser has no scroll timelines', async () => {
    await visit(
      '/',
      desktop,
      async ({ page }) => {
        await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
        await page.waitForSelector('.site-header[data-scrolled]');
        await page.evaluate(() => scrollTo({ top: 50, behavior: 'instant' }));
        await page.waitForSelector('.site-header:not([data-scrolled])');
      },
      (page) =>
        page.addInitScript(() => {
          const supports = CSS.supports.bind(CSS);
          CSS.supports = (condition: string, value?: string) =>
            !condition.includes('animation-timeline') &&
            (value === undefined ? supports(condition) : supports(condition, value));
        }),
    );
  });
});

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the menu below 768 pixels, %s', (_, javaScriptEnabled) => {
  const options = { ...phone, javaScriptEnabled };

  it('opens as a full screen with the focus in it, and gives the focus back when it closes', async () => {
    await visit('/', options, async ({ page, errors }) => {
      const opener = page.getByRole('button', { name: 'Menu' });
      await opener.tap();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await menu.waitFor();
      expect(await menu.getByRole('link').allInnerTexts()).toEqual([
        'Services',
        'Blog',
        'Resources',
        'About',
        'Contact',
        "Let's Talk",
      ]);
      await menu.getByRole('button', { name: 'Close' }).tap();
      await menu.waitFor({ state: 'hidden' });
      await opener.tap();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      await page.keyboard.press('Enter'); // the focus is back on the button
      await menu.waitFor();
      expect(errors).toEqual([]);
    });
  });

  it('leads to its links and is closed on the page they lead to, and after going back', async () => {
    await visit('/', options, async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByRole('dialog').getByRole('link', { name: 'About' }).tap();
      await page.waitForURL('**/about');
      expect(await page.getByRole('dialog').count()).toBe(0);
      if (!javaScriptEnabled) return;
      await page.goBack();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });
});

describe('the menu, once React is awake', () => {
  it('keeps the focus in, tells its state and keeps the page behind still', async () => {
    await visit('/', phone, async ({ page }) => {
      const opener = page.getByRole('button', { name: 'Menu' });
      await opener.tap();
      expect(await page.evaluate(isOpen)).toBe(true); // at once, by HTML
      await awake(page, '.site-header');
      await page.locator('.menu-button[aria-expanded=true]').waitFor({ state: 'attached' });
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab');
        const outside = await page.evaluate(
          () =>
            document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
        );
        expect(outside).toBe(false);
      }
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
        'hidden',
      );
    });
  });

  it('closes when the window grows past the breakpoint', async () => {
    await visit('/', { viewport: { width: 600, height: 800 } }, async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await awake(page, '.site-header');
      await page.setViewportSize({ width: 900, height: 800 });
      await page.waitForFunction(() => !document.querySelector('dialog')?.open);
      await page.getByRole('link', { name: 'Services' }).first().click();
      await page.waitForURL('**/services');
    });
  });

  it('closes when the window has grown while React was on its way', async () => {
    const grown = Promise.withResolvers<undefined>();
    await visit(
      '/',
      { viewport: { width: 600, height: 800 } },
      async ({ page }) => {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.setViewportSize({ width: 900, height: 800 });
        await page.waitForFunction(() => innerWidth === 900);
        expect(await page.evaluate(isOpen)).toBe(true);
        grown.resolve(undefined);
        await page.waitForFunction(() => !document.querySelector('dialog')?.open);
      },
      (page) =>
        page.route('**/_astro/*.js*', async (route) => {
          await grown.promise;
          await route.continue();
        }),
    );
  });

  it('opens in a browser that does not know dialog commands', async () => {
    await visit(
      '/',
      phone,
      async ({ page }) => {
        const opener = page.getByRole('button', { name: 'Menu' });
        await opener.tap();
        await awake(page, '.site-header');
        if (!(await page.evaluate(isOpen))) await opener.tap();
        await page.getByRole('dialog').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      },
      (page) =>
        page.addInitScript(() => {
          Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
          addEventListener('DOMContentLoaded', () => {
            for (const button of document.querySelectorAll('[command]'))
              button.removeAttribute('command');
          });
        }),
    );
  });

  it('works without its chunks, and tries them again at the next touch', async () => {
    let failing = true;
    await visit(
      '/',
      phone,
      async ({ page }) => {
        const opener = page.getByRole('button', { name: 'Menu' });
        const failure = page.waitForEvent('console', (message) =>
          message.text().includes('astro-island'),
        );
        await opener.tap();
        await page.getByRole('dialog').waitFor();
        await failure;
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
        failing = false;
        await opener.tap();
        await page.getByRole('dialog').waitFor();
        await awake(page, '.site-header');
      },
      (page) =>
        page.route('**/_astro/*.js*', (route) => (failing ? route.abort() : route.continue())),
    );
  });
});

describe('jump buttons on the services page', () => {
  it('stop 120 pixels above their section, without a script', async () => {
    await visit(
      '/services',
      { ...desktop, javaScriptEnabled: true, reducedMotion: 'reduce' },
      async ({ page, scripts }) => {
        await page.getByRole('link', { name: 'Marketing', exact: true }).first().click();
        const top = await page
          .locator('#marketing')
          .evaluate((section) => section.getBoundingClientRect().top);
        expect(Math.round(top)).toBe(120);
        expect(scripts).toEqual([]);
      },
    );
  });
});
