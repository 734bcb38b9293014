/** Promise 6 in a real browser: no feature of the site violates a policy, and foreign code is stopped. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { complaint, desktop, phone, scrollThrough, visit } from '../support/visit.ts';
import { messages } from '../../src/data/messages.ts';
import { mainNavigation } from '../../src/data/navigation.ts';
import { redirects } from '../../src/data/redirects.ts';

const about = mainNavigation[3].label;

const post = '/blog/why-your-growth-stalled';

/** Runs `use` on a page and returns the reported violations of policies, Trusted Types and permissions. */
async function collect(
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<unknown>,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<string[]> {
  const complaints: string[] = [];
  await visit(
    path,
    { ...options, reducedMotion: 'no-preference' },
    async ({ page }) => {
      await use(page);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    },
    async (page) => {
      const note = (text: string) => {
        if (complaint.test(text)) complaints.push(text);
      };
      page.on('console', (message) => note(message.text()));
      page.on('pageerror', (error) => note(error.message));
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          console.info(`policy: ${effectiveDirective} ${blockedURI}`),
        );
      });
      await prepare?.(page);
    },
  );
  return complaints;
}

describe('no policy is violated', () => {
  // every-page.test.ts checks every page by itself.
  it('on an unknown address, or from page to page', async () => {
    const complaints = await collect('/', desktop, async (page) => {
      for (const { from } of redirects) await page.goto(from.replace('*', 'nothing'));
      await page.goto('/nothing');
      await page.goto('/blog');
      await scrollThrough(page);
    });
    expect(complaints).toEqual([]);
  });

  it('by the header while scrolling, and by the menu', async () => {
    const complaints = await collect(
      '/',
      phone,
      async (page) => {
        await page.getByRole('button', { name: 'Menu' }).tap();
        await page.getByRole('button', { name: 'Close' }).tap();
        await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
        await page.waitForSelector('[data-scrolled] .site-header');
        await page.getByRole('button', { name: 'Menu' }).tap();
        await page.getByRole('dialog').getByRole('link', { name: about }).tap();
        await page.waitForURL('**/about');
      },
      (page) =>
        page.addInitScript(() => {
          const supports = CSS.supports.bind(CSS);
          CSS.supports = (condition: string) =>
            !condition.includes('animation-timeline') && supports(condition);
        }),
    );
    expect(complaints).toEqual([]);
  });

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('by a form that is sent, %s', async (_, javaScriptEnabled) => {
    const complaints: string[] = [];
    await visit('/contact', { ...desktop, javaScriptEnabled }, async ({ page, errors }) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
      await page.getByRole('textbox', { name: 'Business Email' }).fill('ada@policy.example');
      await page.getByRole('textbox', { name: 'Company' }).fill('Example & Co');
      await page.getByRole('textbox', { name: 'Main challenge' }).fill('Leads wait nine days.');
      await page.getByRole('button', { name: messages.contact.submit }).click();
      if (javaScriptEnabled) await page.getByText(messages.contact.success).waitFor();
      else await page.waitForURL('**/contact/sent');
      complaints.push(...errors);
    });
    expect(complaints).toEqual([]);
  });

  it('by Share and Save', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const complaints = await collect(post, { ...desktop, permissions }, async (page) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(messages.blog.saved).waitFor();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByText(messages.share.copied).waitFor();
    });
    expect(complaints).toEqual([]);
  });

  it("by a live item with a picture at the content service's address", async () => {
    const complaints = await collect(
      '/blog/published-a-moment-ago',
      desktop,
      async (page) => {
        const picture = page.locator('.live-page .prose img').first();
        await picture.scrollIntoViewIfNeeded();
        await picture.evaluate(
          (image: HTMLImageElement) =>
            image.complete || new Promise((resolve) => (image.onload = image.onerror = resolve)),
        );
        expect(
          await picture.evaluate((image: HTMLImageElement) => [
            new URL(image.src).origin === location.origin,
            image.naturalWidth > 0,
          ]),
        ).toEqual([false, true]);
      },
      (page) =>
        page.route('**/api/blog/*', async (route) =>
          route.fulfill({
            response: await route.fetch({
              url: route
                .request()
                .url()
                .replace('published-a-moment-ago', 'attribution-for-monday'),
            }),
          }),
        ),
    );
    expect(complaints).toEqual([]);
  });

  it('by a search', async () => {
    const complaints = await collect('/search', desktop, async (page) => {
      await page.getByRole('searchbox').pressSequentially('handoffs');
      await page.locator('.search__results mark').first().waitFor();
    });
    expect(complaints).toEqual([]);
  });

  it('by the rules for prerendering pages', async () => {
    const complaints = await collect('/', desktop, async (page) => {
      const session = await page.context().newCDPSession(page);
      // The browser tries to prerender; under automation it always gives up.
      const tried = new Promise<string>((resolve) => {
        session.on('Preload.prerenderStatusUpdated', ({ key }) => resolve(key.url));
      });
      await session.send('Preload.enable');
      const link = page.getByRole('link', { name: about, exact: true }).first();
      await link.hover();
      expect(await tried).toMatch(/\/about$/);
      await link.click();
      await page.waitForURL('**/about');
    });
    expect(complaints).toEqual([]);
  });
});

describe('foreign code is stopped', () => {
  it('in a page that somebody changed', async () => {
    const foreign = [
      ['script-src', '<script>document.title = "evil"</script>'],
      ['script-src', '<button class="evil" onclick="document.title = \'evil\'">x</button>'],
      ['img-src', '<img src="http://tracker.test/a.png">'],
      ['frame-src', '<iframe src="http://tracker.test/"></iframe>'],
      ['form-action', '<form action="http://tracker.test/" class="evil"></form>'],
      ['base-uri', '<base href="http://tracker.test/">'],
      ['style-src', '<style>body { display: none }</style>'],
      ['style-src', '<p style="color: red">x</p>'],
    ] as const;
    const evil = foreign.map(([, html]) => html).join('');
    const complaints = await collect(
      post,
      desktop,
      async (page) => {
        // Reported in the order of the page: the form comes last.
        const last = page.waitForEvent('console', (message) =>
          message.text().includes('policy: form-action'),
        );
        await page.evaluate(() => {
          for (const element of document.querySelectorAll<HTMLElement>('.evil')) {
            if (element instanceof HTMLFormElement) element.submit();
            else element.click();
          }
        });
        await last;
        expect(await page.title()).not.toBe('evil');
      },
      (page) =>
        page.route(`**${post}`, async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace('</main>', () => `${evil}</main>`);
          await route.fulfill({ response, body });
        }),
    );
    const reported = complaints
      .map((text) => /^policy: ([a-z]+-[a-z]+)/.exec(text)?.[1])
      .filter((directive) => directive !== undefined);
    expect(reported.sort()).toEqual(foreign.map(([directive]) => directive).sort());
  });

  it('text that a script turns into elements', async () => {
    const complaints = await collect(post, desktop, async (page) => {
      const error = await page.evaluate(() => {
        try {
          document.body.innerHTML = '<img src=x onerror=alert(1)>';
          return null;
        } catch (thrown) {
          return thrown instanceof TypeError;
        }
      });
      expect(error).toBe(true);
    });
    expect(complaints.join('\n')).toContain('policy: require-trusted-types-for');
  });
});
