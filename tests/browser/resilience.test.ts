/** A page works as HTML: without scripts its text is visible, and with scripts that fail it says what to do. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { phone, showTypefaces, visit, visitEach, visitFirst, wake } from '../support/visit.ts';
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

it('Share, Save and Search say what to do when a network blocks their scripts', async () => {
  const says = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor();
  await visit(
    '/blog/why-your-growth-stalled',
    phone,
    async ({ page }) => {
      await page.getByRole('button', { name: 'Share' }).tap();
      await says(page, messages.share.failed);
      await page.getByRole('button', { name: 'Save' }).tap();
      await says(page, messages.failed);
      await page.goto('/search?q=growth');
      await says(page, messages.search.failed);
      expect(await page.getByRole('searchbox').inputValue()).toBe('growth');
    },
    (page) => page.route(/\.js/, (route) => route.fulfill({ status: 404, body: 'gone' })),
  );
});

it('a page loads the package’s files of typefaces only for characters that the base files lack', async () => {
  await visitFirst(
    '/terms',
    phone,
    async ({ page }) => {
      await showTypefaces(page);
      const asked = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => /([^/]+)\.[^/.]+\.woff2$/.exec(name)?.slice(1) ?? []),
      );
      expect(asked.toSorted()).toEqual(['display', 'text']);
      for (const [text, file] of [
        ['Zoë & Jürgen', /latin-wght-normal/],
        ['Łódź, Žižkov, ő, ș', /latin-ext-wght-normal/],
      ] as const) {
        const request = page.waitForRequest(file);
        await page.locator('h1').evaluate((heading, words) => (heading.textContent = words), text);
        await request;
      }
    },
    (page) =>
      // The name of a firm may have such characters, too.
      page.route('/terms', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/[À-ɏ]/g, 'o');
        await route.fulfill({ response, body });
      }),
  );
});

/** Uses the menu twice, and the buttons of a post or the form. */
async function useControls(page: Page, path: string): Promise<void> {
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
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
    await page.getByText(messages.contact.success).waitFor();
    return;
  }
  const { share, failed, posts } = messages;
  await tap('Save');
  await page.locator('.messages').getByText(posts.saved).or(page.getByText(failed)).waitFor();
  await tap('Share');
  await page.getByText(share.copyByHand).or(page.getByText(share.failed)).waitFor();
}

it.each(['/blog/why-your-growth-stalled', '/contact'])(
  'each control of %s works or says why when a chunk is lost, or those of two islands',
  async (path) => {
    let lost: string[] = [];
    const losses: string[][] = [];
    const options = { ...phone, reducedMotion: 'no-preference' } as const;
    await visitFirst(path, options, async ({ page, scripts }) => {
      await wake(page);
      const own = await page
        .locator('astro-island')
        .evaluateAll((all) => all.map((one) => one.getAttribute('component-url') ?? ''));
      // A chunk that islands share takes each of them along.
      own.forEach((one, at) => losses.push(...own.slice(at).map((other) => [one, other])));
      losses.push(...scripts.filter((one) => !own.includes(one)).map((one) => [one]));
    });
    const prepare = async (page: Page) => {
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
    };
    for (lost of losses)
      await visitFirst(path, options, ({ page }) => useControls(page, path), prepare);
  },
);
