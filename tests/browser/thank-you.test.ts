/** The thank-you page tells an editor when the content is live (spec §2). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, visit, visitFirst } from '../support/visit.ts';

const path = '/blog/thank-you';
const press = (page: Page) => page.getByRole('button', { name: 'Tell me when it is live' }).click();

/** Answers requests for build.json with one receipt after another; the last one repeats. */
const answer = (page: Page, ...receipts: readonly object[]) =>
  page.route('**/build.json', (route) => {
    const [first] = receipts;
    if (receipts.length > 1) receipts = receipts.slice(1);
    return route.fulfill({ json: first });
  });

const createReceipt = (title: string, updatedAt: string, builtAt: string) => ({
  release: builtAt,
  revision: updatedAt,
  posts: 1,
  resources: 0,
  nextDue: null,
  newest: { title, path: '/blog/why-your-growth-stalled', updatedAt },
  builtAt,
});

describe('the thank-you page', () => {
  it('names the newest content of the site, with a link', async () => {
    await visit(path, desktop, async ({ page, scripts, errors }) => {
      expect(scripts).toEqual([]);
      await press(page);
      const status = page.getByRole('status');
      await status.getByText('Newest on the site').waitFor();
      const receipt: unknown = await (await page.request.get('/build.json')).json();
      const link = status.getByRole('link');
      expect(receipt).toMatchObject({
        newest: { title: await link.innerText(), path: await link.getAttribute('href') },
      });
      expect(errors).toEqual([]);
    });
  });

  it("announces newer content with the visitor's local time, and ignores releases without new content", async () => {
    const old = createReceipt('Before', '2026-03-01T22:30:00.000Z', '2026-03-02T00:00:00.000Z');
    const rebuilt = { ...old, release: 'another', builtAt: '2026-03-02T00:05:00.000Z' };
    const fresh = createReceipt('After', '2026-03-02T00:09:00.000Z', '2026-03-02T00:10:00.000Z');
    await visitFirst(
      path,
      { ...desktop, timezoneId: 'Asia/Tokyo' },
      async ({ page }) => {
        await press(page);
        const status = page.getByRole('status');
        await status.getByText('Newest on the site: Before, changed today at 7:30 AM').waitFor();
        await page.clock.runFor(5000);
        await page.clock.runFor(5000);
        await status.getByText('Live since today at 9:10 AM: After').waitFor();
        expect(await status.innerText()).not.toContain('Before');
        expect(await status.locator('time').getAttribute('datetime')).toBe(fresh.builtAt);
      },
      async (page) => {
        await page.clock.install({ time: new Date('2026-03-02T00:10:01Z') });
        await answer(page, old, rebuilt, fresh);
      },
    );
  });

  it('says when the site cannot be reached, keeps trying, and is absent without JavaScript', async () => {
    await visit(path, desktop, async ({ page }) => {
      await page.route('**/build.json', (route) => route.fulfill({ status: 503, body: '' }));
      await press(page);
      await page.getByRole('status').getByText('does not say').waitFor();
      await page.unroute('**/build.json');
      await page.getByRole('status').getByText('Newest on the site').waitFor();
    });
    await visit(path, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      expect(await page.getByRole('button', { name: 'Tell me' }).isVisible()).toBe(false);
    });
  });
});
