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

/** Lists the chunks of the islands of a page, first those that an island names itself. */
async function listChunks(path: string): Promise<{ own: string[]; all: string[] }> {
  const chunks = { own: [] as string[], all: [] as string[] };
  await visitFirst(path, phone, async ({ page, scripts }) => {
    await wake(page);
    const islands = page.locator('astro-island');
    chunks.own = await islands.evaluateAll((all) =>
      all.flatMap((one) => one.getAttribute('component-url') ?? []),
    );
    chunks.all = [...new Set(scripts)];
  });
  return chunks;
}

/** Opens and closes the menu twice, and waits for it to be where a visitor sees it. */
async function tryMenu(page: Page): Promise<void> {
  for (const close of [
    () => page.getByRole('button', { name: 'Close' }).tap(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.waitForFunction(() => {
      const menu = document.querySelector('dialog');
      return menu?.open && menu.getBoundingClientRect().x === 0;
    });
    await close();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
}

it('each control works or says why when any chunk is lost, or those of any two islands', async () => {
  const post = '/blog/why-your-growth-stalled';
  const pages = new Map([
    [
      post,
      async (page: Page) => {
        const { share, failed, posts } = messages;
        for (const [name, ...said] of [
          ['Save', posts.saved, failed],
          ['Share', share.copied, share.copyByHand, share.failed],
        ] as const) {
          await page.getByRole('button', { name, exact: true }).tap();
          await page.waitForFunction((texts) => {
            const says = document.querySelector('.messages')?.textContent ?? '';
            return texts.some((text) => says.includes(text));
          }, said);
        }
      },
    ],
    [
      '/contact',
      async (page: Page) => {
        for (const id of ['name', 'company', 'challenge']) await page.locator(`#${id}`).fill('Ada');
        await page.locator('#email').fill('ada@company.example');
        await page.getByRole('button', { name: messages.contact.submit }).tap();
        await page.getByText(messages.contact.success).waitFor();
      },
    ],
  ]);
  const losses = [...pages.keys()].map(async (path) => {
    const { own, all } = await listChunks(path);
    // A chunk that islands share takes each of them along.
    const pairs = own.flatMap((one, at) => own.slice(at + 1).map((other) => [one, other]));
    return [...all.map((one) => [one]), ...pairs].map((lost) => ({ path, lost }));
  });
  for (const { path, lost } of (await Promise.all(losses)).flat())
    await visitFirst(
      path,
      { ...phone, reducedMotion: 'no-preference' },
      async ({ page }) => {
        await tryMenu(page);
        await pages.get(path)?.(page);
      },
      async (page) => {
        await page.route(
          (url) => lost.includes(url.pathname),
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
});
