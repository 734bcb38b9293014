/** Small windows: a phone of 320 pixels, and a desktop at 400 % zoom. */
import { expect, it } from 'vitest';
import { visit } from '../support/visit.ts';

it('the header scrolls away in a window 225 pixels high', async () => {
  await visit('/about', { viewport: { width: 320, height: 225 } }, async ({ page }) => {
    const header = page.locator('.site-header');
    expect(await header.isVisible()).toBe(true);
    await page.mouse.wheel(0, 400);
    await expect
      .poll(() => header.evaluate((box) => box.getBoundingClientRect().bottom))
      .toBeLessThan(0);
  });
});

it('the contact form hides its trap and shows all its fields on a phone of 320 pixels', async () => {
  await visit('/contact', { viewport: { width: 320, height: 640 } }, async ({ page }) => {
    const trap = await page.locator('.contact-form__trap').boundingBox();
    expect(trap).toMatchObject({ width: 1, height: 1 });
    for (const field of await page.locator('.field :is(input, textarea)').all()) {
      const box = await field.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
    }
  });
});
