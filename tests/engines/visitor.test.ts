/** The header, the menu and the other actions of a visitor, in each engine, with and without scripts. */
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { messages } from '#data/messages.ts';
import { mainNavigation, primaryAction } from '#data/navigation.ts';
import { engines, goBack, until, type Tab } from '../support/engines.ts';
import { openPublishedSite, serveSite } from '../server/support/open-site.ts';
import { closing } from '../support/closing.ts';
import { createFront, isScript, withoutChunks, type Front } from '../support/front.ts';
import { getPage, readPages } from '../support/built-site.ts';

const pages = await readPages();
const firstWith = (list: string, selector: string) =>
  [...pages.values()].find(({ path, $ }) => path.startsWith(list) && $(selector).length > 0)
    ?.path ?? '/404';
const post = firstWith('/blog/', '.share-save');
const resource = firstWith('/resources/', '.share-save');

const isShown = (selector: string) =>
  (document.querySelector(selector)?.getClientRects().length ?? 0) > 0;
const says = (text: string) => document.body.innerText.includes(text);

const openMenu = '.site-header__bar > .menu-button';
const closeMenu = 'dialog .menu-button';
const isOpen = () => document.querySelector('dialog')?.open;
const isClosed = () => document.querySelector('dialog')?.open === false;
const hasTypefaces = () => document.fonts.status === 'loaded';
const isAwake = () => document.querySelector('astro-island[ssr]') === null;

/** Changes a page as others do. Runs in the page. @returns the names of all changes */
function changePage(name?: string): string[] {
  const find = (selector: string) => document.querySelectorAll(selector);
  const make = (tag: string, ...content: (Node | string)[]) => {
    const element = document.createElement(tag);
    element.append(...content);
    return element;
  };
  const eachText = (change: (text: Text) => void) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts)
      if (text.data.trim() && !text.parentElement?.closest('script, style, noscript, .messages'))
        change(text);
  };
  const wrap = (element: Element) => {
    if (element.matches('aside, aside > *')) return;
    const around = make('aside');
    element.before(around);
    around.append(element);
  };
  const changes: Record<string, () => void> = {
    'texts replaced': () => eachText((text) => text.replaceWith(`${text.data} ñ`)),
    'texts wrapped': () => eachText((text) => text.replaceWith(make('font', make('i', text.data)))),
    'icons after fields': () => find('input, textarea').forEach((one) => one.after(make('div'))),
    'attributes added': () => find('body *').forEach((one) => one.setAttribute('data-aid', '')),
    'elements around islands': () => find('astro-island').forEach(wrap),
    'elements around what islands own': () => find('astro-island > :first-child').forEach(wrap),
  };
  if (name) changes[name]?.();
  return Object.keys(changes);
}

/** What others do to the functions of a page, or an old browser lacks. Each runs in the page. */
const spoilers = {
  'a fetch that throws': () => {
    window.fetch = () => {
      throw new Error('Not here.');
    };
  },
  'a fetch that returns nothing': () => void Object.assign(window, { fetch: () => undefined }),
  'functions that are missing': () => {
    const names =
      /^(?:toWellFormed|isWellFormed|to(?:Sorted|Spliced|Reversed)|with|findLast|timeout|any|groupBy|withResolvers|canParse|parse|hasOwn|structuredClone|at|replaceAll|randomUUID)$/;
    for (const owner of [
      window,
      String.prototype,
      Array.prototype,
      AbortSignal,
      Object,
      Promise,
      URL,
      crypto,
    ])
      for (const name of Object.getOwnPropertyNames(owner))
        if (names.test(name)) Reflect.deleteProperty(owner, name);
  },
};

describe.each(engines)('in $name', (engine) => {
  let tab: Tab;
  let front: Front;
  beforeAll(async () => {
    tab = await engine.openTab();
    return () => tab.close();
  });
  afterEach(() => front.close());

  const visit = async (
    path: string,
    options?: Parameters<typeof createFront>[1],
    width = 1200,
    siteUrl = inject('siteUrl'),
  ) => {
    front = await createFront(siteUrl, options);
    await tab.resize(width);
    await tab.open(front.url + path);
  };

  const press = async (selector: string, outcome: () => boolean | undefined) => {
    await tab.press(selector);
    await until(tab, outcome);
  };

  /** Hydrates the islands of a page before it is used: a click alone waits for React for six seconds only. */
  const wake = async () => {
    await tab.read(() => {
      const button = document.querySelector('.share-save button');
      button?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    });
    await until(tab, isAwake);
  };

  it('requests no script file before a touch, on a page of each kind, scrolled to the end', async () => {
    await visit('/');
    for (const path of ['/', '/services/ai', '/blog', post, '/resources', '/contact', '/search']) {
      await tab.open(front.url + path);
      await tab.read(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      await until(tab, () => scrollY + innerHeight >= document.body.scrollHeight - 1);
      expect(front.asked.filter(isScript), path).toEqual([]);
    }
  });

  it('shares by the device, else by the clipboard, else by hand; Save shows its message', async () => {
    await visit(post);
    await wake();
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
    const share = '.share-save button:nth-of-type(1)';
    const save = '.share-save button:nth-of-type(2)';
    /** Presses Share, and returns what the browser was asked for. */
    const readShared = async (...offered: Parameters<typeof offer>): Promise<unknown> => {
      await tab.read(offer, ...offered);
      await tab.read(() => delete document.body.dataset.shared);
      await tab.press(share);
      await until(tab, () => document.body.dataset.shared !== undefined);
      return JSON.parse((await tab.read(() => document.body.dataset.shared)) ?? '');
    };
    const url = front.url + post;
    const { $ } = getPage(pages, post);

    expect(await readShared('works', true)).toEqual([
      'shared',
      { title: $('h1').text(), text: $('article .lead').text().trim(), url },
    ]);
    await tab.read(() => document.querySelector('h1')?.replaceChildren());
    expect(await readShared('works', true)).toMatchObject([
      'shared',
      { title: messages.share.genericTitle },
    ]);
    expect(await readShared('cancelled', true)).toEqual(['shared', expect.anything()]);
    // What follows the cancelled dialog happens before the next task.
    await tab.read(() => new Promise((resolve) => setTimeout(resolve)));
    const silence = await tab.read(() => [
      document.body.dataset.shared?.slice(0, 8),
      document.querySelector('.toast:not(:empty)')?.textContent ?? null,
    ]);
    expect(silence).toEqual(['["shared', null]);
    expect(await readShared(null, true)).toEqual(['copied', url]);
    await until(tab, says, messages.share.copied);
    await readShared(null, false);
    await until(tab, says, messages.share.copyByHand);
    await tab.press(save);
    await until(tab, says, messages.posts.saved);
    await tab.open(front.url + resource);
    await wake();
    await tab.press(save);
    await until(tab, says, messages.resources.saved);
  });

  it.each(changePage())('works on a page that others change: %s', async (name) => {
    const change = () => tab.read(changePage, name);
    const sleeps = name === 'elements around what islands own';
    /** Opens a page, which notes what it reports, changes it, and uses it. */
    const use = async (path: string, act: () => Promise<void>) => {
      await tab.open(front.url + path);
      await tab.read(() => {
        const note = (...reported: unknown[]) => {
          document.body.dataset.reported = reported.join();
        };
        console.error = note;
        for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
          addEventListener(type, () => note(type));
        // As a browser fills a field before any touch.
        for (const field of document.querySelectorAll<HTMLInputElement>('#phone'))
          field.value = '123';
      });
      await change();
      await act();
      expect(await tab.read(() => document.body.dataset.reported ?? '')).toBe('');
    };
    const useMenu = async () => {
      // A change may stand between the bar and its button.
      await press('.site-header .menu-button', isOpen);
      await press(closeMenu, isClosed);
      if (!sleeps) await until(tab, isAwake);
      await change();
    };
    await visit('/', {}, 500);
    await use('/contact', async () => {
      await tab.write('#name', 'Ada');
      await useMenu();
      await useMenu();
      await tab.write('#email', 'ada@company.example');
      await tab.write('#challenge', 'Leads wait.');
      await tab.press('form [type=submit]');
      await until(tab, () => document.activeElement?.id === 'company');
      await change();
      await tab.write('#company', 'Example');
      const values = await tab.read(() =>
        Array.from(
          document.querySelectorAll<HTMLInputElement>(
            '.field :is(input:not([type=hidden], [type=checkbox]), textarea)',
          ),
          ({ value }) => value,
        ),
      );
      expect(values).toEqual(['Ada', 'ada@company.example', 'Example', '123', 'Leads wait.']);
      await tab.press('form [type=submit]');
      await until(tab, says, messages.contact.success);
    });
    await use(post, async () => {
      for (let press = 0; press < 2; press++) {
        await tab.press('.share-save [value=Save]');
        await until(tab, says, sleeps ? messages.failed : messages.posts.saved);
        await change();
      }
    });
    await use('/search', async () => {
      for (const query of ['growth', 'growth crm']) {
        await tab.read(() => document.querySelector<HTMLInputElement>('#q')?.select());
        await tab.write('#q', query);
        await tab.press('[role=search] [type=submit]');
        await until(tab, says, sleeps ? messages.search.failed : `“${query}”`);
        await change();
      }
    });
  });

  it('shows only controls that work without JavaScript', async () => {
    await visit(post, { withoutScripts: true });
    expect(await tab.read(isShown, '.share-save')).toBe(false);
    expect(await tab.read(isShown, '.share-links a')).toBe(true);
    await tab.open(`${front.url}/search`);
    expect(await tab.read(isShown, '.search')).toBe(false);
    expect(await tab.read(says, messages.search.withoutScript)).toBe(true);
  });

  const send = async () => {
    await tab.write('#name', 'Ada Example');
    await tab.write('#email', 'ada@company.example');
    await tab.write('#company', 'Example & Co');
    await tab.write('#challenge', 'Leads wait nine days.');
    await tab.press('form [type=submit]');
  };

  it("sends and clears the form on the page, and says 'Sending...' however late React loads", async () => {
    const { promise: held, resolve: free } = Promise.withResolvers<undefined>();
    await visit('/contact', {
      route: async (path) => {
        if (isScript(path)) await held;
        return path;
      },
    });
    await send();
    await until(
      tab,
      (text) => {
        const button = document.querySelector<HTMLElement>('[data-waking] .contact-form .button');
        const { content } = getComputedStyle(button ?? document.body, '::after');
        return content !== 'none' && button?.dataset.sending === text;
      },
      messages.contact.submitting,
    );
    free(undefined);
    await until(tab, says, messages.contact.success);
    expect(await tab.read(() => location.pathname)).toBe('/contact');
    const readName = () => document.querySelector<HTMLInputElement>('#name')?.value;
    expect(await tab.read(readName)).toBe('');
  });

  it.each([
    ['without its scripts', withoutChunks],
    ['without JavaScript', { withoutScripts: true }],
  ])('sends the form as plain HTML %s', async (_, options) => {
    await visit('/contact', options);
    await send();
    await until(tab, says, messages.contact.success);
    expect(await tab.read(() => location.pathname)).toBe('/contact/sent');
  });

  it.each(Object.entries(spoilers))('delivers a message on a page with %s', async (_, spoil) => {
    await visit('/contact');
    await tab.read(spoil);
    await send();
    await until(tab, says, messages.contact.success);
  });

  it('shows an item that is newer than the build', async () => {
    const site = closing(await openPublishedSite());
    await site.pull();
    // Its next pull never ends, so that a visitor of an unknown address waits.
    const prepareBundle = async (signal: AbortSignal) => {
      await once(signal, 'abort');
      return site.bundle;
    };
    const server = closing(await serveSite(site, { prepareBundle }));
    const fresh = '/blog/published-a-moment-ago';
    // What the host answers for a known item.
    const route = (path: string) => (path === `${fresh}?from=mail&live` ? post : path);
    await visit(`${fresh}?from=mail`, { route }, undefined, server.url);
    const title = getPage(pages, post).$('h1').text();
    await until(tab, (words) => document.querySelector('h1')?.textContent === words, title);
  });

  it('searches, and keeps the query after Back', async () => {
    await visit('/search');
    const [word = ''] = /[a-z]{5,}/i.exec(getPage(pages, post).$('h1').text()) ?? [];
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

  it.each([
    ['with scripts', {}],
    ['with scripts that fail', withoutChunks],
  ])(
    'opens the full-screen menu at the first tap %s, and returns the focus',
    async (_, options) => {
      await visit('/', options, 500);
      await press(openMenu, isOpen);
      const menu = await tab.read(() => {
        const box = document.querySelector('dialog')?.getBoundingClientRect();
        return {
          size: [box?.x, box?.y, box?.width, box?.height],
          screen: [0, 0, innerWidth, innerHeight],
          hasFocus: document.activeElement?.closest('dialog') !== null,
          links: Array.from(document.querySelectorAll('dialog nav a'), (link) =>
            link.textContent.trim(),
          ),
        };
      });
      expect(menu.size).toEqual(menu.screen);
      expect(menu.hasFocus).toBe(true);
      expect(menu.links).toEqual([...mainNavigation, primaryAction].map(({ label }) => label));
      await press(closeMenu, isClosed);
      await press(openMenu, isOpen);
      await tab.escape();
      await until(tab, isClosed);
      await until(tab, (button) => document.activeElement?.matches(button), openMenu);
    },
  );

  it('closes the menu after a link and after Back', async () => {
    await visit('/', {}, 500);
    await press(openMenu, isOpen);
    await tab.press('dialog a[href="/about"]');
    await until(tab, () => location.pathname === '/about');
    await until(tab, isClosed);
    await goBack(tab, '/');
    await until(tab, isClosed);
    const isExpanded = (button: string, is: boolean) =>
      (document.querySelector(button)?.getAttribute('aria-expanded') === 'true') === is;
    // A browser that restores the page tells React of the closed menu a moment later.
    await until(tab, isExpanded, openMenu, false);
    await press(openMenu, isOpen);
    await until(tab, isExpanded, openMenu, true);
  });

  it('closes the menu when the window grows', async () => {
    await visit('/', {}, 500);
    await press(openMenu, isOpen);
    await tab.resize(1000);
    await until(tab, isClosed);
    await until(tab, () => Boolean(document.activeElement?.closest('.site-header')));
    await tab.press('header nav a[href="/services"]');
    await until(tab, () => location.pathname === '/services');
  });

  it.each(['before', 'after'])(
    'slims the header after more than 50 pixels, %s React wakes',
    async (when) => {
      await visit('/', {}, 500);
      if (when === 'after') {
        await press(openMenu, isAwake);
        await press(closeMenu, isClosed);
      }
      const scroll = (top: number) =>
        tab.read((y) => scrollTo({ top: y, behavior: 'instant' }), top);
      const look = () => {
        const header = document.querySelector('.site-header') ?? document.body;
        const { backdropFilter, backgroundColor } = getComputedStyle(header);
        const bar = document.querySelector('.site-header__bar') ?? document.body;
        return {
          isBlurred: backdropFilter.includes('blur(14px)'),
          isOpaque: backgroundColor.startsWith('rgb('),
          // A long name may need more.
          height: Number.parseFloat(getComputedStyle(bar).minBlockSize),
        };
      };
      await until(tab, hasTypefaces);
      const atTop = await tab.read(look);
      expect(atTop).toMatchObject({ isBlurred: false, isOpaque: true });
      await scroll(51);
      await expect.poll(() => tab.read(look)).toMatchObject({ isBlurred: true, isOpaque: false });
      await expect.poll(async () => (await tab.read(look)).height).toBeLessThan(atTop.height);
      await scroll(50);
      await expect.poll(() => tab.read(look)).toEqual(atTop);
      if (when === 'before') expect(front.asked.filter(isScript)).toEqual([]);
    },
  );

  it('navigates without JavaScript: by the menu, or by visible links', async () => {
    await visit('/', { withoutScripts: true }, 500);
    const opensByHtml = await tab.read(() => 'command' in HTMLButtonElement.prototype);
    expect(await tab.read(isShown, openMenu)).toBe(opensByHtml);
    if (opensByHtml) await tab.press(openMenu);
    await tab.press(`${opensByHtml ? 'dialog' : 'header'} a[href="/about"]`);
    await until(tab, () => location.pathname === '/about');
  });

  it('stops 120 pixels above the section of a jump button', async () => {
    await visit('/services');
    const jump = 'main a[href^="#"]';
    await until(tab, hasTypefaces);
    await tab.press(jump);
    await until(
      tab,
      (link) => {
        const section = document.querySelector(
          document.querySelector(link)?.getAttribute('href') ?? '',
        );
        return Math.round(section?.getBoundingClientRect().top ?? 0) === 120;
      },
      jump,
    );
  });
});
