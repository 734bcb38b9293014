/**
 * The structure that assistive technology relies on, on every page (design §5, promise 4; WCAG 2.2: 1.3.1,
 * 2.4.1, 2.4.4, 4.1.2).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { isWaitingPage, readPages, type BuiltPage } from '../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const fold = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('every page', () => {
  it('has one banner, one main, one footer, and navigations with different names', () => {
    for (const { path, $ } of pages.values()) {
      // Inside of main these elements are no landmarks.
      for (const landmark of ['header', 'main', 'footer'])
        expect($(landmark).not('main *').length, `${path}: ${landmark}`).toBe(1);
      // The closed dialog repeats the main navigation.
      const names = $('nav').map((_, nav) => {
        if ($(nav).closest('dialog').length > 0) return null;
        const labelledBy = $(nav).attr('aria-labelledby');
        return labelledBy ? fold($(`[id="${labelledBy}"]`).text()) : $(nav).attr('aria-label');
      });
      const all = names.get();
      expect(all.every(Boolean), path).toBe(true);
      expect(new Set(all).size, path).toBe(all.length);
    }
  });

  it('skips no heading level', () => {
    for (const { path, $ } of pages.values()) {
      const levels = $('h1, h2, h3, h4, h5, h6')
        .filter((_, heading) => $(heading).closest('noscript').length === 0)
        .map((_, heading) => Number(heading.tagName.slice(1)))
        .get();
      levels.forEach((level, position) => {
        const before = levels[position - 1] ?? 0;
        // A waiting page gets its heading from the item.
        if (!isWaitingPage(path))
          expect(level, `${path}: ${levels.join(' ')}`).toBeLessThanOrEqual(before + 1);
      });
    }
  });

  it('uses every id once, and every reference has its target', () => {
    for (const { path, $ } of pages.values()) {
      const ids = $('[id]')
        .map((_, element) => $(element).attr('id'))
        .get();
      expect(ids.toSorted(), path).toEqual([...new Set(ids)].sort());
      for (const name of ['for', 'aria-labelledby', 'aria-describedby', 'commandfor'])
        $(`[${name}]`).each((_, element) => {
          for (const id of ($(element).attr(name) ?? '').split(' '))
            expect(ids, `${path}: ${name}`).toContain(id);
        });
    }
  });

  it('gives every link and button a name that is clear without its context', () => {
    for (const { path, $ } of pages.values()) {
      const targets = new Map<string, string | undefined>();
      $('a[href], button').each((_, control) => {
        const name = fold($(control).text()) || ($(control).attr('aria-label') ?? '');
        expect(name, `${path}: ${$.html(control)}`).not.toBe('');
        expect(name, path).not.toMatch(/^(click here|here|more|read more|learn more|link)$/i);
        // Links in different navigations are told apart by the navigation's name.
        if (control.tagName !== 'a' || $(control).closest('nav').length > 0) return;
        const target = $(control).attr('href');
        expect(targets.get(name) ?? target, `${path}: ${name}`).toBe(target);
        targets.set(name, target);
      });
    }
  });
});
