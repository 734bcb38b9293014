import { beforeAll, describe, expect, it } from 'vitest';
import { listFiles, readBuilt, readPages, type BuiltPage } from '../support/built-site.ts';
import { createRedirectEngine } from '../support/netlify-redirects.ts';

let pages: Map<string, BuiltPage>;
let files: Set<string>;
beforeAll(async () => {
  pages = await readPages();
  files = new Set(await listFiles());
});

describe('every link of the built site', () => {
  it('leads to a page, a file or a redirect of Netlify, and its fragment to an element', async () => {
    const redirect = await createRedirectEngine(await readBuilt('/_redirects'));
    const broken: string[] = [];
    for (const { path, $ } of pages.values())
      for (const element of $('[href], [src]').toArray()) {
        const target = $(element).attr('href') ?? $(element).attr('src') ?? '';
        if (/^(https?:|mailto:|tel:|data:)/.test(target)) continue;
        const [pathname = '', fragment] = target.split('#');
        const page = pages.get(pathname || path);
        const ends =
          page ?? (files.has(pathname) || pages.has((await redirect(pathname))?.to ?? ''));
        if (!ends || (fragment && page?.$(`[id="${fragment}"]`).length !== 1))
          broken.push(`${path} → ${target}`);
      }
    expect(broken).toEqual([]);
  });

  it('has no trailing slash and no .html', () => {
    const wrong: string[] = [];
    for (const { path, $ } of pages.values())
      $('a[href^="/"]').each((_, link) => {
        const href = $(link).attr('href') ?? '';
        if (/.\/(#|\?|$)|\.html/.test(href)) wrong.push(`${path} → ${href}`);
      });
    expect(wrong).toEqual([]);
  });

  it('has no opener when it opens a new tab', () => {
    for (const { $ } of pages.values())
      $('a[target="_blank"]').each((_, link) =>
        expect($(link).attr('rel')?.split(' ')).toContain('noopener'),
      );
  });

  it('loads nothing that a page needs from another host', () => {
    for (const { $ } of pages.values())
      $('img, script, source, iframe, link[rel=stylesheet], link[rel=preload]').each(
        (_, element) => {
          for (const name of ['src', 'srcset', 'href'])
            expect($(element).attr(name) ?? '').not.toMatch(/(^|[\s,])(https?:)?\/\//);
        },
      );
  });
});
