/** The menu once React is awake: how it moves, and every way out of it. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phone, visit } from '../support/visit.ts';
import { measures } from '../../src/data/measures.ts';

const moving = { ...phone, reducedMotion: 'no-preference' } as const;

const button = (page: Page) => page.getByRole('button', { name: 'Menu' });
const menu = (page: Page) => page.getByRole('dialog');
const isClosed = (page: Page) => menu(page).waitFor({ state: 'hidden' });

/** Where the menu is on its way in, from 1 beside the window to 0. */
const readPlace = (page: Page) =>
  page.locator('#menu').evaluate((dialog) => dialog.getBoundingClientRect().x / innerWidth);

/** Halts a slide at a share of its time; Playwright's own clock does not move animations. */
const haltSlide = (page: Page, share: number) =>
  page.waitForFunction(
    (time) => {
      const slide = document.querySelector('#menu')?.getAnimations()[0];
      if (!slide) return false;
      slide.pause();
      slide.currentTime = time;
      return true;
    },
    share * measures.menuSlide * 1000,
  );
const goOn = (page: Page) =>
  page.locator('#menu').evaluate((dialog) => dialog.getAnimations().forEach((one) => one.play()));

/** Opens the menu by HTML, which wakes React. */
async function openAwake(page: Page): Promise<void> {
  await button(page).tap();
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
  await page.locator('.site-header [aria-expanded=true]').waitFor();
}

describe('the menu', () => {
  it('slides in and out, and turns round half-way', async () => {
    await visit('/', moving, async ({ page, errors }) => {
      await openAwake(page);
      await page.keyboard.press('Escape');
      await isClosed(page);
      await button(page).tap();
      await haltSlide(page, 0.3);
      const inside = await readPlace(page);
      expect(inside).toBeGreaterThan(0.05);
      expect(inside).toBeLessThan(0.95);
      await page.keyboard.press('Escape');
      await haltSlide(page, 0);
      expect(await readPlace(page)).toBeCloseTo(inside, 1);
      await goOn(page);
      await isClosed(page);
      expect(errors).toEqual([]);
    });
  });

  it('does not move for a visitor who prefers reduced motion', async () => {
    await visit('/', phone, async ({ page }) => {
      await openAwake(page);
      await page.keyboard.press('Escape');
      await isClosed(page);
      const places = page.evaluate(async () => {
        const dialog = document.querySelector<HTMLDialogElement>('#menu');
        while (!dialog?.open) await new Promise(requestAnimationFrame);
        return [dialog.getBoundingClientRect().x];
      });
      await button(page).tap();
      expect(await places).toEqual([0]);
    });
  });

  const ways: Record<string, (page: Page) => Promise<unknown>> = {
    Escape: (page) => page.keyboard.press('Escape'),
    'its button': (page) => page.getByRole('button', { name: 'Close' }).tap(),
    'a tap beside it': (page) => menu(page).dispatchEvent('click'),
  };
  it.each(Object.entries(ways))('closes by %s, and returns the focus', async (_, leave) => {
    await visit('/', moving, async ({ page }) => {
      await openAwake(page);
      await leave(page);
      await isClosed(page);
      await page.locator('.site-header [aria-expanded=false]:focus').waitFor();
    });
  });

  it('opens by HTML when only its own script fails', async () => {
    await visit(
      '/',
      phone,
      async ({ page }) => {
        await button(page).tap();
        await page.locator('.site-header[data-scrolled]').waitFor();
        await page.keyboard.press('Escape');
        await isClosed(page);
        await button(page).tap();
        await menu(page).waitFor();
      },
      (page) => page.route('**/MobileMenu*.js*', (route) => route.abort()),
    );
  });

  it('closes when the window grows in one step, also before React wakes', async () => {
    for (const open of [openAwake, (page: Page) => button(page).tap()])
      await visit('/', moving, async ({ page }) => {
        await open(page);
        await page.setViewportSize({ width: 1024, height: 768 });
        await isClosed(page);
        await page.getByRole('link', { name: 'Services' }).first().click();
        await page.waitForURL('**/services');
        await page.setViewportSize({ width: 375, height: 812 });
      });
  });
});
