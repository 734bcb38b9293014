/** axe (WCAG 2.2 AA and best practice) in every state of a page, and motion (design §5, promise 4). */
import { describe, expect, it } from 'vitest';
import { readPages } from '../support/built-site.ts';
import { findViolations } from '../support/accessibility.ts';
import { desktop, phone, scrollThrough, showTypefaces, visit } from '../support/visit.ts';
import { engagements } from '../../src/data/engagements.ts';
import { messages } from '../../src/data/messages.ts';

describe('on a phone', () => {
  it('the form has no violation, with errors or with its message', async () => {
    await visit('/contact', phone, async ({ page }) => {
      await page.getByRole('button', { name: messages.contact.submit }).click();
      await page.locator('#email').fill('no address');
      expect(await findViolations(page)).toEqual([]);

      await page.route('**/contact', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      for (const id of ['name', 'company', 'challenge']) await page.locator(`#${id}`).fill('Text');
      await page.locator('#email').fill('ada@company.example');
      await page.getByRole('button', { name: messages.contact.submit }).click();
      await page.getByRole('alert').filter({ hasText: 'Sorry' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
    });
  });

  it('a post has no violation while a message about Save is shown', async () => {
    const post = [...(await readPages()).values()].find(({ $ }) => $('.share-links').length > 0);
    await visit(post?.path ?? '/404', phone, async ({ page }) => {
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('status').filter({ hasText: 'saved' }).waitFor();
      expect(await findViolations(page)).toEqual([]);
    });
  });
});

describe('the open menu', () => {
  it('has no violation', async () => {
    await visit('/', phone, async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByRole('dialog').waitFor();
      expect(await findViolations(page)).toEqual([]);
    });
  });
});

describe('motion', () => {
  it('never hides the headline, and reveals cards once', async () => {
    await visit('/', { ...desktop, reducedMotion: 'no-preference' }, async ({ page }) => {
      expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).opacity)).toBe(
        '1',
      );
      await page.locator('[data-reveal=waiting]').last().waitFor({ state: 'attached' });
      await scrollThrough(page);
      await page.waitForFunction(() => !document.querySelector('[data-reveal=waiting]'));
      await scrollThrough(page);
      expect(await page.locator('[data-reveal=waiting]').count()).toBe(0);
    });
  });

  it('is absent for visitors who prefer reduced motion', async () => {
    await visit('/', desktop, async ({ page }) => {
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ timeline }) => timeline === document.timeline)
          .map((animation) => animation.id || animation.playState),
      );
      expect(moving).toEqual([]);
      const offset = await page
        .locator('[data-reveal] > *')
        .last()
        .evaluate((item) => getComputedStyle(item).translate);
      expect(offset).toBe('none');
    });
  });
});

describe('from page to page', () => {
  it('a new page begins at the top, and Back restores the scroll position', async () => {
    await visit('/', desktop, async ({ page }) => {
      const link = page.getByRole('link', { name: engagements[1]?.table.cta ?? '' });
      await showTypefaces(page);
      await link.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      expect(before).toBeGreaterThan(300);
      await link.click();
      await page.waitForURL('**/contact');
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.goBack();
      await page.waitForFunction((top) => Math.abs(scrollY - top) < 200, before);
    });
  });
});
