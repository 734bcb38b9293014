import { describe, expect, it } from 'vitest';
import { phone, visit } from '../support/visit.ts';

describe('a card of the blog', () => {
  it('leads to the article from anywhere on the card, and to a tag from that tag', async () => {
    await visit('/blog', { ...phone, javaScriptEnabled: false }, async ({ page }) => {
      const card = page.locator('.card').first();
      const chip = card.locator('.tags a').first();
      expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(24);
      await card.locator('.picture').first().click({ force: true }); // the link lies over it
      await page.waitForURL(/\/blog\/[^/]+$/);
      await page.goBack();
      const tag = await chip.innerText();
      await chip.click();
      await page.waitForURL('**/blog/tag/*');
      expect(await page.locator('h1').innerText()).toBe(tag);
    });
  });
});
