/** The content security policy in a browser: no feature of the site violates a policy, and foreign code is stopped. */
import { describe, expect, it } from 'vitest';
import { complaint, desktop, scrollThrough, visit, visitFirst, wake } from '../support/visit.ts';
import { messages } from '../../src/data/messages.ts';
import { mainNavigation } from '../../src/data/navigation.ts';
import { redirects } from '../../src/data/redirects.ts';

const about = mainNavigation[3].label;

const post = '/blog/why-your-growth-stalled';

/** Motion may also violate a policy. */
const moving = { reducedMotion: 'no-preference' } as const;

describe('no policy is violated', () => {
  // Tests of every page, the form, live items and the search also expect no message of the browser.
  it('on an unknown address, or from page to page', async () => {
    await visit('/', { ...desktop, ...moving }, async ({ page, errors }) => {
      for (const { from } of redirects) await page.goto(from.replace('*', 'nothing'));
      await page.goto('/nothing');
      await page.goto('/blog');
      await scrollThrough(page);
      expect(errors.filter((error) => complaint.test(error))).toEqual([]);
    });
  });

  it('by Share and Save', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await visit(post, { ...desktop, ...moving, permissions }, async ({ page, errors }) => {
      await wake(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(messages.blog.saved).waitFor();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByText(messages.share.copied).waitFor();
      expect(errors).toEqual([]);
    });
  });

  it('by the rules for prerendering pages', async () => {
    await visit('/', { ...desktop, ...moving }, async ({ page, errors }) => {
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
      expect(errors).toEqual([]);
    });
  });
});

it('foreign code is stopped in a page that somebody changed', async () => {
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
  const reported: string[] = [];
  await visitFirst(
    post,
    desktop,
    async ({ page }) => {
      await page.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>('.evil')) {
          if (element instanceof HTMLFormElement) element.submit();
          else element.click();
        }
      });
      const isRefused = await page.evaluate(() => {
        try {
          document.body.innerHTML = '<img src=x onerror=alert(1)>';
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      });
      expect(isRefused).toBe(true);
      const expected = [...foreign.map(([directive]) => directive), 'require-trusted-types-for'];
      await expect.poll(() => reported.toSorted()).toEqual(expected.sort());
      expect(await page.title()).not.toBe('evil');
    },
    async (page) => {
      page.on('console', (message) => {
        const [, directive] = /^stopped by ([a-z-]+)/.exec(message.text()) ?? [];
        if (directive !== undefined) reported.push(directive.replace(/-(?:elem|attr)$/, ''));
      });
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          console.info(`stopped by ${effectiveDirective}`),
        );
      });
      await page.route(`**${post}`, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('</main>', () => `${evil}</main>`);
        await route.fulfill({ response, body });
      });
    },
  );
});
