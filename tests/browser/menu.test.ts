/** The menu, the messages and the cards once they move, and the way from page to page. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import {
  desktop,
  phone,
  scrollThrough,
  showTypefaces,
  visit,
  visitFirst,
  wake,
} from '../support/visit.ts';
import { engagements } from '#data/engagements.ts';
import { messages } from '#data/messages.ts';
import { routes } from '#data/routes.ts';

const moving = { ...phone, reducedMotion: 'no-preference' } as const;

const button = (page: Page) => page.getByRole('button', { name: 'Menu' });
const menu = (page: Page) => page.getByRole('dialog');
const isClosed = (page: Page) => menu(page).waitFor({ state: 'hidden' });

/** Where the menu is on its way in, from 1 beside the window to 0. */
const readPlace = (page: Page) =>
  page.locator('#site_menu').evaluate((dialog) => dialog.getBoundingClientRect().x / innerWidth);

/**
 * Halts the motion of an element that an action begins, at a share of its time, and returns that time. The page looks in
 * each frame from before the action, because a slow machine may ask too late; Playwright's own clock moves no animation.
 */
async function haltMotion(
  page: Page,
  selector: string,
  share: number,
  begin: () => Promise<unknown>,
): Promise<number> {
  const halting = await page.evaluateHandle(
    ({ selector, share }) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const look = () => {
        const motions = document.querySelector(selector)?.getAnimations() ?? [];
        const motion = motions.find(({ playState }) => playState === 'running');
        if (!motion) {
          requestAnimationFrame(look);
          return;
        }
        const duration = Number(motion.effect?.getTiming().duration);
        motion.pause();
        motion.currentTime = share * duration;
        resolve(duration);
      };
      look();
      return { halted: promise };
    },
    { selector, share },
  );
  await begin();
  return halting.evaluate(({ halted }) => halted);
}

/** Opens the menu by HTML, which wakes React. */
async function openAwake(page: Page): Promise<void> {
  await button(page).tap();
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
  await page.locator('.site-header [aria-expanded=true]').waitFor();
}

describe('the menu', () => {
  it('slides in and out in 0.3 seconds, turns round half-way, and closes by a tap beside it', async () => {
    await visit('/', moving, async ({ page, errors }) => {
      await openAwake(page);
      await menu(page).dispatchEvent('click');
      await isClosed(page);
      await page.locator('.site-header [aria-expanded=false]:focus').waitFor();
      expect(await haltMotion(page, '#site_menu', 0.3, () => button(page).tap())).toBe(300);
      const inside = await readPlace(page);
      expect(inside).toBeGreaterThan(0.05);
      expect(inside).toBeLessThan(0.95);
      expect(await haltMotion(page, '#site_menu', 0, () => page.keyboard.press('Escape'))).toBe(
        300,
      );
      expect(await readPlace(page)).toBeCloseTo(inside, 1);
      await page
        .locator('#site_menu')
        .evaluate((one) => one.getAnimations().forEach((slide) => slide.play()));
      await isClosed(page);
      expect(errors).toEqual([]);
    });
  });

  it('does not move for a visitor who prefers reduced motion, and breaks no rule of axe', async () => {
    await visit('/', phone, async ({ page }) => {
      await openAwake(page);
      const overflow = page.locator('html').evaluate((one) => getComputedStyle(one).overflow);
      expect(await overflow, 'behind the menu').toBe('hidden');
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await isClosed(page);
      const place = page.evaluate(async () => {
        const dialog = document.querySelector<HTMLDialogElement>('#site_menu');
        while (!dialog?.open) await new Promise(requestAnimationFrame);
        return dialog.getBoundingClientRect().x;
      });
      await button(page).tap();
      expect(await place).toBe(0);
    });
  });
});

it('cards rise into place once, and the headline is never hidden', async () => {
  await visit('/', { ...desktop, reducedMotion: 'no-preference' }, async ({ page }) => {
    const opacity = page.locator('h1').evaluate((title) => getComputedStyle(title).opacity);
    expect(await opacity).toBe('1');
    const waiting = page.locator('[data-reveal=waiting]');
    await waiting.last().waitFor({ state: 'attached' });
    await scrollThrough(page);
    await page.waitForFunction(() => !document.querySelector('[data-reveal=waiting]'));
    await scrollThrough(page);
    expect(await waiting.count()).toBe(0);
  });
});

it('a new page begins at its top, and Back restores the scroll position', async () => {
  await visit('/', desktop, async ({ page }) => {
    const link = page.getByRole('link', { name: engagements[1]?.cta ?? '' });
    await showTypefaces(page);
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(300);
    await link.click();
    await page.waitForURL(({ pathname }) => pathname === routes.contact);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.waitForFunction((top) => Math.abs(scrollY - top) < 200, before);
  });
});

it('a message moves into place, and breaks no rule of axe and no policy', async () => {
  const options = { ...desktop, reducedMotion: 'no-preference' } as const;
  await visit('/blog/why-your-growth-stalled', options, async ({ page, errors }) => {
    await wake(page);
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await haltMotion(page, '[role=status] .toast', 0, save)).toBe(300);
    const toast = page.locator('[role=status] .toast', { hasText: messages.posts.saved });
    await toast.evaluate((one) => one.getAnimations().forEach((motion) => motion.finish()));
    expect(await findViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });
});

it('a message stays for eight seconds, and while Escape closes the menu', async () => {
  await visitFirst('/blog/why-your-growth-stalled', phone, async ({ page }) => {
    await wake(page);
    // The menu is React's only after an effect, and a message goes by Escape where no menu is known to be open.
    await page.locator('.site-header [aria-expanded=false]').waitFor();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    const toast = page.locator('[role=status] .toast');
    await toast.waitFor();
    await button(page).tap();
    await page.keyboard.press('Escape');
    await isClosed(page);
    await page.clock.runFor(7900);
    // The browser's own clock runs on: a message that goes is gone by then.
    await page.evaluate(() => document.body.animate([], 50).finished.then(() => true));
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(200);
    await toast.waitFor({ state: 'detached' });
  });
});
