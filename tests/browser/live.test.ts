/** Live items: a spinner, then the item as on its built page, or the texts of the spec (spec §2, §4, §8). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { getPage, readBuilt, readPages } from '../support/built-site.ts';
import { desktop, phone, showTypefaces, visit } from '../support/visit.ts';
import { messages } from '../../src/data/messages.ts';

/** Describes the main region of a page: texts, roles, link addresses, and pictures with their sizes. */
async function describeItem(page: Page) {
  const main = page.locator('main');
  // Only a build knows related and neighbouring posts.
  await main.locator('.more-posts').evaluateAll((parts) => parts.forEach((part) => part.remove()));
  await main
    .locator('.live-page ~ *')
    .evaluateAll((parts) => parts.forEach((part) => part.remove()));
  const snapshot = await main.ariaSnapshot();
  const pictures = await main.locator('img').evaluateAll((images) =>
    images.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      return [image.getAttribute('alt'), Math.round(width), Math.round(height)];
    }),
  );
  const covers = await main
    .locator('svg.cover')
    .evaluateAll((svgs) => svgs.map((svg) => svg.innerHTML));
  const title = await page.title();
  return {
    // A live item has its files at the content service's address.
    snapshot: snapshot.replace(/\/url: \S*(?:\/media\/|\/asset-files\/)\S*/g, '/url: a file'),
    pictures,
    covers,
    title,
  };
}

/** Answers requests for an unknown item with a known one. */
const answerWith = (known: string) => (page: Page) =>
  page.route('**/api/**', async (route) =>
    route.fulfill({
      response: await route.fetch({
        url: route.request().url().replace('published-a-moment-ago', known),
      }),
    }),
  );

const getSlugs = async (list: string) =>
  [...(await readBuilt(`${list}.html`)).matchAll(new RegExp(`href="${list}/([a-z0-9-]+)"`, 'g'))]
    .map(([, slug = '']) => slug)
    .filter((slug) => !['page', 'tag'].includes(slug));

describe.each([
  ['/blog', { ...messages.blog, hint: messages.blog.notFoundHint }],
  ['/resources', { ...messages.resources, hint: '' }],
])('%s/{slug} without a built page', (list, { notFound, back, hint, saved }) => {
  const path = `${list}/published-a-moment-ago`;

  it('equals its built page once the content service has the item', async () => {
    const pages = await readPages();
    const countElements = (slug: string) => getPage(pages, `${list}/${slug}`).$('main *').length;
    const slugs = [...new Set(await getSlugs(list))];
    slugs.sort((one, other) => countElements(other) - countElements(one));
    for (const slug of slugs.slice(0, 2)) {
      const seen: object[] = [];
      await visit(`${list}/${slug}`, desktop, async ({ page }) => {
        await showTypefaces(page);
        seen.push(await describeItem(page));
      });
      await visit(
        path,
        desktop,
        async ({ page, errors }) => {
          await page.locator('.live-page article').waitFor();
          await showTypefaces(page);
          seen.push(await describeItem(page));
          for (const picture of await page.locator('main img').all()) {
            await picture.scrollIntoViewIfNeeded();
            const getWidth = (image: HTMLImageElement) => image.naturalWidth;
            await expect.poll(() => picture.evaluate(getWidth)).toBeGreaterThan(0);
          }
          // The page itself has status 404; no placeholder of a picture was requested, and no policy refused one.
          expect(errors).toEqual([expect.stringContaining('404')]);
        },
        answerWith(slug),
      );
      expect(seen[1]).toEqual(seen[0]);
    }
  });

  it('can be saved, and breaks no rule of accessibility', async () => {
    const [slug = ''] = await getSlugs(list);
    await visit(
      path,
      phone,
      async ({ page }) => {
        await page.locator('.live-page article').waitFor();
        await page.getByRole('button', { name: 'Save' }).tap();
        await page.getByText(saved).waitFor();
        expect(await findViolations(page)).toEqual([]);
      },
      answerWith(slug),
    );
  });

  it('says that the item does not exist, with links to go on', async () => {
    await visit(path, desktop, async ({ page }) => {
      await page.getByRole('heading', { name: notFound }).waitFor();
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      expect(await page.locator('main').innerText()).toContain(hint);
      expect(await findViolations(page)).toEqual([]);
      for (const link of [
        await getSlugs(list).then(([slug]) => `${list}/${slug}`),
        '/search',
        '/contact',
      ])
        expect(await page.locator(`main a[href='${link}']`).count()).toBeGreaterThan(0);
      await page.getByRole('link', { name: back }).click();
      await page.waitForURL(`**${list}`);
    });
  });

  it('says that loading failed when the content service fails', async () => {
    await visit(
      path,
      desktop,
      async ({ page }) => {
        await page.getByRole('heading', { name: 'Failed to load the' }).waitFor();
        expect(await page.locator('main').innerText()).toContain(hint);
      },
      (page) => page.route('**/api/**', (route) => route.fulfill({ status: 502, body: '{}' })),
    );
  });

  it('says without JavaScript that the item does not exist', async () => {
    await visit(path, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      const text = await page.locator('main').innerText();
      expect(text).toContain(notFound);
      expect(text).toContain(hint);
      expect(text).not.toMatch(/Loading|Live[A-Z]/);
    });
  });
});
