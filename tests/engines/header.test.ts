/** The header and the menu of every page in each engine, before and after React wakes. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { mainNavigation, primaryAction } from '../../src/data/navigation.ts';
import { engines, goBack, until, type Tab } from '../support/engines.ts';
import { createFront, isScript, withoutChunks, type Front } from '../support/front.ts';

/** A busy machine is slow to scroll. */
const patience = { timeout: 300_000 };

const openMenu = '.site-header__bar > .menu-button';
const closeMenu = 'dialog .menu-button';
const isOpen = () => document.querySelector('dialog')?.open;
const isClosed = () => document.querySelector('dialog')?.open === false;
const hasTypefaces = () => document.fonts.status === 'loaded';
const isAwake = () => document.querySelector('astro-island[ssr]') === null;

describe.each(engines)('in $name', (engine) => {
  let tab: Tab;
  let front: Front;
  beforeAll(async () => {
    tab = await engine.openTab();
  });
  afterAll(() => tab.close());

  const visit = async (
    path: string,
    width: number,
    options?: Parameters<typeof createFront>[1],
  ) => {
    front = await createFront(inject('siteUrl'), options);
    await tab.open(front.url + path, width);
  };
  afterEach(() => front.close());

  it.each([
    ['with scripts', {}],
    ['with scripts that fail', withoutChunks],
  ])(
    'opens the full-screen menu at the first tap %s, and returns the focus',
    async (_, options) => {
      await visit('/', 500, options);
      await tab.press(openMenu);
      await until(tab, isOpen);
      const menu = await tab.read(() => {
        const box = document.querySelector('dialog')?.getBoundingClientRect();
        return {
          size: [box?.x, box?.y, box?.width, box?.height],
          screen: [0, 0, innerWidth, innerHeight],
          hasFocus: document.activeElement?.closest('dialog') !== null,
          links: Array.from(document.querySelectorAll('dialog a'), (link) =>
            link.textContent.trim(),
          ),
        };
      });
      expect(menu.size).toEqual(menu.screen);
      expect(menu.hasFocus).toBe(true);
      expect(menu.links).toEqual([...mainNavigation, primaryAction].map(({ label }) => label));
      await tab.press(closeMenu);
      await until(tab, isClosed);
      await tab.press(openMenu);
      await until(tab, isOpen);
      await tab.escape();
      await until(tab, isClosed);
      await until(tab, (button) => document.activeElement?.matches(button), openMenu);
    },
  );

  it('closes the menu after a link and after Back', async () => {
    await visit('/', 500);
    await tab.press(openMenu);
    await until(tab, isOpen);
    await tab.press('dialog a[href="/about"]');
    await until(tab, () => location.pathname === '/about');
    await until(tab, isClosed);
    await goBack(tab, '/');
    await until(tab, isClosed);
    const isExpanded = (button: string, is: boolean) =>
      (document.querySelector(button)?.getAttribute('aria-expanded') === 'true') === is;
    // A browser that restores the page tells React of the closed menu a moment later.
    await until(tab, isExpanded, openMenu, false);
    await tab.press(openMenu);
    await until(tab, isOpen);
    await until(tab, isExpanded, openMenu, true);
  });

  it('closes the menu when the window grows', async () => {
    await visit('/', 500);
    await tab.press(openMenu);
    await until(tab, isOpen);
    await tab.resize(1000);
    await until(tab, isClosed);
    await tab.press('header nav a[href="/services"]');
    await until(tab, () => location.pathname === '/services');
  });

  it.each(['before', 'after'])(
    'slims the header after more than 50 pixels, %s React wakes',
    async (when) => {
      await visit('/', 500);
      if (when === 'after') {
        await tab.press(openMenu);
        await until(tab, isAwake);
        await tab.press(closeMenu);
        await until(tab, isClosed);
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
      await vi.waitFor(async () => {
        const { isBlurred, isOpaque, height } = await tab.read(look);
        expect({ isBlurred, isOpaque }).toEqual({ isBlurred: true, isOpaque: false });
        expect(height).toBeLessThan(atTop.height);
      }, patience);
      await scroll(50);
      await vi.waitFor(async () => expect(await tab.read(look)).toEqual(atTop), patience);
      if (when === 'before') expect(front.asked.filter(isScript)).toEqual([]);
    },
  );

  it('navigates without JavaScript: by the menu, or by visible links', async () => {
    await visit('/', 500, { withoutScripts: true });
    const opensByHtml = await tab.read(() => 'command' in HTMLButtonElement.prototype);
    const isShown = (selector: string) =>
      document.querySelector(selector)?.getClientRects().length !== 0;
    expect(await tab.read(isShown, openMenu)).toBe(opensByHtml);
    if (opensByHtml) await tab.press(openMenu);
    await tab.press(`${opensByHtml ? 'dialog' : 'header'} a[href="/about"]`);
    await until(tab, () => location.pathname === '/about');
  });

  it('stops 120 pixels above the section of a jump button', async () => {
    await visit('/services', 1200);
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
