/** An item newer than the build: spinner, then the item, or the texts of the spec (spec §4, §8). */
import { describe, expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { desktop, visit } from '../support/visit.ts';

describe.each([
  ['/blog', 'Blog post not found', 'Back to Blog', 'why-your-growth-stalled'],
  ['/resources', 'Resource not found', 'Back to Resources', 'growth-playbook'],
])('%s/{slug} that the build does not have', (list, notFound, back, known) => {
  const path = `${list}/published-a-moment-ago`;

  it('answers 404, is not to be found, and says so with the way back', async () => {
    await visit(path, desktop, async ({ page }) => {
      await page.getByRole('heading', { name: notFound }).waitFor();
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole('link', { name: back }).click();
      await page.waitForURL(`**${list}`);
    });
  });

  it('shows the item as soon as the content service has it', async () => {
    await visit(
      path,
      desktop,
      async ({ page }) => {
        await page.locator('.live-entry .prose h2').first().waitFor();
        expect(await page.title()).toBe(await page.locator('h1').innerText());
        expect(await findViolations(page)).toEqual([]);
      },
      (page) =>
        page.route('**/api/**', async (route) =>
          // The server's own answer for an item that it has.
          route.fulfill({
            response: await route.fetch({
              url: route.request().url().replace('published-a-moment-ago', known),
            }),
          }),
        ),
    );
  });

  it('says that loading failed when the service does', async () => {
    await visit(
      path,
      desktop,
      async ({ page }) => {
        await page.getByRole('heading', { name: 'Failed to load the' }).waitFor();
      },
      (page) => page.route('**/api/**', (route) => route.fulfill({ status: 502, body: '{}' })),
    );
  });
});
