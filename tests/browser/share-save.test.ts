/** Share and Save on posts and resources (spec §2, §4). */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { desktop, phone, visit } from '../support/visit.ts';

const post = '/blog/why-your-growth-stalled';
const resource = '/resources/growth-playbook';
const status = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });

/** Replaces what the browser offers for sharing; the calls end up in `window.shared`. */
const offer = (page: Page, share: 'works' | 'cancelled' | 'none', clipboard: 'works' | 'refused') =>
  page.addInitScript(
    ([sharing, copying]) => {
      const calls: unknown[] = [];
      Object.assign(window, { calls });
      Object.defineProperty(Navigator.prototype, 'share', {
        configurable: true,
        value: (data: unknown) => {
          calls.push(data);
          return sharing === 'works'
            ? Promise.resolve()
            : Promise.reject(new DOMException('', 'AbortError'));
        },
      });
      if (sharing === 'none') Reflect.deleteProperty(Navigator.prototype, 'share');
      Object.defineProperty(Navigator.prototype, 'clipboard', {
        value: {
          writeText: (text: string) => {
            calls.push(text);
            return copying === 'works' ? Promise.resolve() : Promise.reject(new Error('refused'));
          },
        },
      });
    },
    [share, clipboard] as const,
  );

const calls = (page: Page) => page.evaluate(() => Reflect.get(window, 'calls') as unknown);
const called = (page: Page) =>
  page.waitForFunction(() => (Reflect.get(window, 'calls') as unknown[]).length > 0);
const press = (page: Page, name: 'Share' | 'Save') =>
  page.getByRole('button', { name, exact: true }).click();

describe.each([post, resource])('Share on %s', (path) => {
  it('hands title, text and address to the device', async () => {
    await visit(
      path,
      phone,
      async ({ page }) => {
        await press(page, 'Share');
        await called(page);
        expect(await calls(page)).toEqual([
          {
            title: await page.locator('h1').innerText(),
            text: await page.locator('.lead').first().innerText(),
            url: page.url(),
          },
        ]);
        expect(await status(page).count()).toBe(0);
      },
      (page) => offer(page, 'works', 'works'),
    );
  });

  it('copies the address where the device cannot share, and says so', async () => {
    await visit(
      path,
      desktop,
      async ({ page }) => {
        await press(page, 'Share');
        await status(page).waitFor();
        expect(await status(page).locator('p').innerText()).toBe('Link copied to clipboard!');
        expect(await calls(page)).toEqual([page.url()]);
      },
      (page) => offer(page, 'none', 'works'),
    );
  });

  it('says nothing when the visitor changed their mind', async () => {
    await visit(
      path,
      phone,
      async ({ page }) => {
        await press(page, 'Share');
        await called(page);
        await press(page, 'Save');
        await status(page).waitFor();
        expect(await status(page).locator('p').innerText()).not.toContain('copied');
        expect(await calls(page)).toHaveLength(1);
      },
      (page) => offer(page, 'cancelled', 'works'),
    );
  });

  it('offers the address to copy where the clipboard refuses', async () => {
    await visit(
      path,
      desktop,
      async ({ page }) => {
        await press(page, 'Share');
        await status(page).waitFor();
        expect(await status(page).getByRole('textbox').inputValue()).toBe(page.url());
      },
      (page) => offer(page, 'none', 'refused'),
    );
  });
});

describe('Save', () => {
  it.each([
    [post, 'Blog post saved to your bookmarks!'],
    [resource, 'Resource saved to your bookmarks!'],
  ])('on %s says its sentence and stores nothing', async (path, sentence) => {
    await visit(path, desktop, async ({ page }) => {
      await press(page, 'Save');
      await status(page).waitFor();
      expect(await status(page).locator('p').innerText()).toBe(sentence);
      const stored = await page.evaluate(
        () => localStorage.length + sessionStorage.length + document.cookie.length,
      );
      expect(stored).toBe(0);
    });
  });
});

describe('the share row under a post', () => {
  it('hands the encoded address to each network, in a new tab without an opener', async () => {
    await visit(post, desktop, async ({ page }) => {
      const address = new URL(post, 'http://127.0.0.1:4321').href;
      const links = page.locator('.share-links a');
      const hrefs = await links.evaluateAll((all) =>
        all.map((link) => (link as HTMLAnchorElement).href),
      );
      expect(hrefs.map((href) => new URL(href).hostname)).toEqual([
        'www.linkedin.com',
        'twitter.com',
        'www.facebook.com',
      ]);
      for (const href of hrefs) expect([...new URL(href).searchParams.values()]).toContain(address);
      expect(new URL(hrefs[1] ?? '').searchParams.get('text')).toBe(
        await page.locator('h1').innerText(),
      );
      for (const link of await links.all()) {
        expect(await link.getAttribute('target')).toBe('_blank');
        expect(await link.getAttribute('rel')).toContain('noopener');
      }
    });
  });
});

describe('without JavaScript', () => {
  it('what cannot work is not shown, and the share row works', async () => {
    await visit(post, { ...desktop, javaScriptEnabled: false }, async ({ page }) => {
      expect(await page.getByRole('button', { name: 'Share', exact: true }).isVisible()).toBe(
        false,
      );
      expect(await page.getByRole('link', { name: 'LinkedIn' }).first().isVisible()).toBe(true);
    });
  });
});
