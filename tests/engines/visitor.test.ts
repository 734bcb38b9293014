/** The actions of a visitor besides reading, in each engine, with and without scripts. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { messages } from '../../src/data/messages.ts';
import { engines, goBack, until, type Tab } from '../support/engines.ts';
import { createFront, isScript, withoutChunks, type Front } from '../support/front.ts';
import { readPages } from '../support/built-site.ts';

const pages = await readPages();
const post = [...pages.values()].find(({ $ }) => $('.share-links').length > 0)?.path ?? '/404';
const resource =
  [...pages.values()].find(
    ({ path, $ }) => path.startsWith('/resources/') && $('.share-save').length > 0,
  )?.path ?? '/404';

const isShown = (selector: string) =>
  (document.querySelector(selector)?.getClientRects().length ?? 0) > 0;
const says = (text: string) => document.body.innerText.includes(text);

describe.each(engines)('in $name', (engine) => {
  let tab: Tab;
  let front: Front;
  beforeAll(async () => {
    tab = await engine.openTab();
  });
  afterAll(() => tab.close());
  afterEach(() => front.close());

  const visit = async (path: string, options?: Parameters<typeof createFront>[1]) => {
    front = await createFront(inject('siteUrl'), options);
    await tab.open(front.url + path, 1200);
  };
  const listScripts = () => front.asked.filter(isScript);

  it('shares by the device, else by the clipboard, else by hand; Save shows its message', async () => {
    await visit(post);
    /** Replaces the browser's functions for sharing by functions that record their calls on the page. */
    const offer = (share: 'works' | 'cancelled' | null, copy: boolean) => {
      const note = (way: string, works: boolean) => (what: unknown) => {
        document.body.dataset.shared = JSON.stringify([way, what]);
        return works ? Promise.resolve() : Promise.reject(new DOMException('', 'AbortError'));
      };
      const define = (name: string, value: unknown) =>
        Object.defineProperty(Navigator.prototype, name, { configurable: true, value });
      define('clipboard', { writeText: note('copied', copy) });
      if (share) define('share', note('shared', share === 'works'));
      else Reflect.deleteProperty(Navigator.prototype, 'share');
    };
    const press = async (place: 1 | 2) => {
      await tab.read(() => delete document.body.dataset.shared);
      await tab.press(`.share-save button:nth-of-type(${String(place)})`);
    };
    const readShared = async (): Promise<unknown> => {
      await until(tab, () => document.body.dataset.shared !== undefined);
      return JSON.parse((await tab.read(() => document.body.dataset.shared)) ?? '');
    };
    const url = front.url + post;

    await tab.read(offer, 'works', true);
    await press(1);
    expect(await readShared()).toEqual([
      'shared',
      { title: expect.any(String), text: expect.any(String), url },
    ]);
    await tab.read(() => document.querySelector('h1')?.replaceChildren());
    await press(1);
    expect(await readShared()).toMatchObject(['shared', { title: messages.share.genericTitle }]);
    await tab.read(offer, 'cancelled', true);
    await press(1);
    expect(await readShared()).toEqual(['shared', expect.anything()]);
    const silence = await tab.read(
      () =>
        // What follows the cancelled dialog happens before the next task.
        new Promise((resolve) =>
          setTimeout(() => {
            const toast = document.querySelector('.toast:not(:empty)');
            resolve([document.body.dataset.shared?.slice(0, 8), toast?.textContent ?? null]);
          }),
        ),
    );
    expect(silence).toEqual(['["shared', null]);
    await tab.read(offer, null, true);
    await press(1);
    expect(await readShared()).toEqual(['copied', url]);
    await until(tab, says, messages.share.copied);
    await tab.read(offer, null, false);
    await press(1);
    await until(tab, says, messages.share.copyByHand);
    await press(2);
    await until(tab, says, messages.blog.saved);
    await tab.open(front.url + resource, 1200);
    await press(2);
    await until(tab, says, messages.resources.saved);
  });

  it('shows only controls that work without JavaScript', async () => {
    await visit(post, { withoutScripts: true });
    expect(await tab.read(isShown, '.share-save')).toBe(false);
    expect(await tab.read(isShown, '.share-links a')).toBe(true);
    await tab.open(`${front.url}/search`, 1200);
    expect(await tab.read(isShown, '.search')).toBe(false);
    expect(await tab.read(says, messages.search.withoutScript)).toBe(true);
    await tab.open(`${front.url}/blog/published-a-moment-ago`, 1200);
    expect(await tab.read(says, messages.blog.notFound)).toBe(true);
  });

  // In Chromium, tests/browser holds these promises.
  if (inject('everyEngine')) {
    it('requests no script file before a touch, on a page of each kind, scrolled to the end', async () => {
      for (const path of [
        '/',
        '/services/ai',
        '/blog',
        post,
        '/resources',
        '/contact',
        '/search',
      ]) {
        await visit(path);
        await tab.read(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
        await until(tab, () => scrollY + innerHeight >= document.body.scrollHeight - 1);
        expect(listScripts(), path).toEqual([]);
        await front.close();
      }
    });

    const send = async () => {
      await tab.write('#name', 'Ada Example');
      await tab.write('#email', 'ada@company.example');
      await tab.write('#company', 'Example & Co');
      await tab.write('#challenge', 'Leads wait nine days.');
      await tab.press('form [type=submit]');
    };

    it('sends and clears the form without leaving the page, however late React loads', async () => {
      let free: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (free = resolve));
      await visit('/contact', {
        answer: async (path) => {
          if (isScript(path)) await held;
          return null;
        },
      });
      await send();
      free();
      await until(tab, says, messages.contact.success);
      expect(await tab.read(() => location.pathname)).toBe('/contact');
      expect(await tab.read(() => document.querySelector<HTMLInputElement>('#name')?.value)).toBe(
        '',
      );
    });

    it.each([
      ['without its scripts', withoutChunks],
      ['without JavaScript', { withoutScripts: true }],
    ])('sends the form as plain HTML %s', async (_, options) => {
      await visit('/contact', options);
      await send();
      await until(tab, () => location.pathname === '/contact/sent');
      expect(await tab.read(says, messages.contact.success)).toBe(true);
    });

    it('shows an item that is newer than the build', async () => {
      const fresh = '/blog/published-a-moment-ago';
      // What the server answers for a known item.
      const known = new Map([
        [`/api${fresh}`, { path: `/api${post}` }],
        [`${fresh}?live`, { path: post }],
      ]);
      await visit(fresh, { answer: (path) => known.get(path) ?? null });
      await until(tab, () => document.querySelector('main .prose') !== null);
      expect(
        await tab.read(() =>
          document.title.startsWith(document.querySelector('h1')?.innerText ?? '-'),
        ),
      ).toBe(true);
    });

    it('searches, and keeps the query after Back', async () => {
      await visit('/search');
      const word =
        pages
          .get(post)
          ?.$('h1')
          .text()
          .match(/[a-z]{5,}/i)?.[0] ?? '';
      await tab.write('#q', word);
      await until(tab, says, `“${word}”`);
      await tab.press('.search__results a');
      await until(tab, () => location.pathname !== '/search');
      await goBack(tab, '/search');
      await until(
        tab,
        (wanted) =>
          document.querySelector<HTMLInputElement>('#q')?.value === wanted &&
          document.querySelector('.search__results a') !== null,
        word,
      );
    });
  }
});
