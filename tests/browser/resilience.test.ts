/** A page works as HTML: without scripts its text is visible, and with scripts that fail it says what to do. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { getPage, listAttributes, readPages } from '../support/built-site.ts';
import { phone, visitEach, visitFirst } from '../support/visit.ts';
import { messages } from '#data/messages.ts';
import { servicePath } from '#data/routes.ts';
import { services } from '#data/services/index.ts';

/** One page of each template. */
const paths = [
  '/',
  '/about',
  '/services',
  ...services.slice(0, 1).map(({ category, slug }) => servicePath(category, slug)),
  '/blog',
  '/blog/why-your-growth-stalled',
  '/resources/crm-migration-workbook',
  '/contact',
];

/** Lists the texts of elements that stay invisible on a page. */
const listHiddenTexts = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.timeline === document.timeline) animation.finish();
    const all = 'body :not(script, style, template, noscript, noscript *)';
    return [...document.querySelectorAll(all)]
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        const isVisible = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        return (
          !isVisible || width < 1 || height < 1 || /rgba\(.*, 0\)/.test(getComputedStyle(one).color)
        );
      })
      .map((one) => one.textContent.trim());
  });

/** Buttons that are hidden without scripts. */
const needingScripts = ['Share', 'Save', 'ShareSave'];

it('without JavaScript every page shows all of its text', async () => {
  /** Texts that a whole page hides on a phone: the closed menu and the links of the wide header. */
  const meantToHide = new Map<string, readonly string[]>();
  await visitEach(paths, phone, async ({ page }, path) => {
    meantToHide.set(path, await listHiddenTexts(page));
    expect(meantToHide.get(path)).toContain('Services');
  });
  const options = { ...phone, reducedMotion: 'no-preference', javaScriptEnabled: false } as const;
  await visitEach(paths, options, async ({ page }, path) => {
    const isMissing = (text: string) =>
      !['', ...needingScripts, ...(meantToHide.get(path) ?? [])].includes(text);
    expect((await listHiddenTexts(page)).filter(isMissing), path).toEqual([]);
  });
});

/** Uses the menu twice, and the other controls of a page. */
async function useControls(page: Page, path: string): Promise<void> {
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  const says = (...texts: string[]) =>
    page.waitForFunction((all) => all.some((one) => document.body.innerText.includes(one)), texts);
  if (path.startsWith('/search')) {
    await says('“growth”', messages.search.failed);
    expect(await page.getByRole('searchbox').inputValue()).toBe('growth');
  }
  for (const close of [() => tap('Close'), () => page.keyboard.press('Escape')]) {
    await tap('Menu');
    await page.waitForFunction(() => {
      const menu = document.querySelector('dialog');
      return menu?.open && menu.getBoundingClientRect().x === 0;
    });
    await close();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  if (path === '/contact') {
    for (const id of ['name', 'company', 'challenge']) await page.locator(`#${id}`).fill('Ada');
    await page.locator('#email').fill('ada@company.example');
    await tap(messages.contact.submit);
    await says(messages.contact.success);
  }
  if (path.startsWith('/blog')) {
    await tap('Save');
    await says(messages.posts.saved, messages.failed);
    await tap('Share');
    await says(messages.share.copied, messages.share.copyByHand, messages.share.failed);
  }
}

it.each(['/blog/why-your-growth-stalled', '/contact', '/search?q=growth'])(
  'each control of %s works or says why when one, two or all islands lack their script',
  async (path) => {
    const page = getPage(await readPages(), path.replace(/\?.*/, ''));
    const chunks = listAttributes(page, 'astro-island', 'component-url');
    // A lost script that islands share is the loss of these islands.
    const losses = chunks.flatMap((one, at) => chunks.slice(at).map((other) => [one, other]));
    for (const lost of [...losses, chunks])
      await visitFirst(
        path,
        { ...phone, reducedMotion: 'no-preference' },
        ({ page }) => useControls(page, path),
        async (page) => {
          await page.route(
            ({ pathname }) => lost.includes(pathname),
            (route) => route.fulfill({ status: 404, body: '' }),
          );
          // Astro tries again after a second.
          await page.addInitScript(() => {
            const later = setTimeout;
            Object.assign(window, {
              setTimeout: (run: () => void, time: number) => later(run, time === 1000 ? 0 : time),
            });
          });
        },
      );
  },
);
