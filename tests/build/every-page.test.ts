/** What holds on every page beyond axe and the policies: names, weight, links. Each rule also finds a planted fault. */
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import {
  fold,
  getPage,
  isWaitingPage,
  listAttributes,
  listFiles,
  listTypefaces,
  parsePage,
  readBuilt,
  readPages,
  weigh,
  weighFile,
  weighQuickly,
  type BuiltPage,
} from '../support/built-site.ts';
import { createRedirectEngine } from '../support/netlify-redirects.ts';

const own = 'http://own.test';

/** Addresses of this site that a page names, without their host. */
const listTargets = (page: BuiltPage) =>
  [...listAttributes(page, '[href]', 'href'), ...listAttributes(page, '[src]', 'src')]
    .map((address) => new URL(address, own + page.path))
    .filter(({ origin }) => origin === own);

const pages = await readPages();
const redirect = await createRedirectEngine(await readBuilt('/_redirects'));
/** Addresses that a file or a redirect answers. */
const answered = new Set(await listFiles());
for (const page of pages.values())
  for (const { pathname } of listTargets(page))
    if (!pages.has(pathname) && !answered.has(pathname))
      if ((await redirect(pathname))?.status === 302) answered.add(pathname);

const repeated = <Item>(items: readonly Item[]) =>
  items.filter((item, index) => items.indexOf(item) < index);

interface Rule {
  /** Lists what breaks the rule. */
  find: (page: BuiltPage) => readonly unknown[];
  /** Pieces of HTML, each of which breaks the rule on the About page. */
  faults: readonly string[];
}

const rules: Record<string, Rule> = {
  'uses every id once, and every reference has its target': {
    find: (page) => {
      const ids = listAttributes(page, '[id]', 'id');
      const references = ['for', 'aria-labelledby', 'aria-describedby', 'commandfor'].flatMap(
        (name) => listAttributes(page, `[${name}]`, name).flatMap((value) => value.split(' ')),
      );
      return [...repeated(ids), ...references.filter((id) => !ids.includes(id))];
    },
    faults: ['<p id="main_content"></p>', '<label for="nothing">x</label>'],
  },
  'has ids outside the body that no heading can take': {
    find: ({ $ }) => {
      const [body] = $('.prose').get();
      const ids = $('[id]')
        .get()
        .filter((element) => body && $(element).closest(body).length === 0);
      return ids.map(({ attribs }) => attribs.id ?? '').filter((id) => !id.includes('_'));
    },
    faults: ['<i class="prose"></i><p id="footer-0"></p>'],
  },
  'has no error of HTML, such as an attribute that stands twice': {
    find: ({ html }) => {
      const errors: string[] = [];
      load(html, {
        onParseError: ({ code, startOffset }) => errors.push(`${code} ${startOffset}`),
      });
      return errors;
    },
    faults: ['<p class="a" class="b"></p>', '<p a=b"c></p>'],
  },
  'has no empty list': {
    find: ({ $ }) => $('main :is(ul, ol):empty').get(),
    faults: ['<ul></ul>'],
  },
  'gives every link and button a name that is clear without its context': {
    find: ({ $ }) => {
      const targets = new Map<string, string | undefined>();
      return $('a[href], button')
        .get()
        .filter((control) => {
          const name = fold($(control).text()) || ($(control).attr('aria-label') ?? '');
          if (/^(|click here|here|more|read more|learn more|link)$/i.test(name)) return true;
          // Links in different navigations are told apart by the navigation's name.
          if (control.tagName !== 'a' || $(control).closest('nav').length > 0) return false;
          const target = $(control).attr('href');
          const isOther = (targets.get(name) ?? target) !== target;
          targets.set(name, target);
          return isOther;
        });
    },
    faults: [
      '<a href="/blog"></a>',
      '<button>Here</button>',
      '<a href="/blog">A</a><a href="/">A</a>',
    ],
  },
  'arrives in one round trip: HTML with its styles within 14 KB': {
    find: ({ path, html, $ }) => [
      // The best compression takes its time, so it judges only pages that a quick one leaves too heavy.
      ...(weighQuickly(html) > 14 * 1024 && weigh(html) > 14 * 1024 ? [path] : []),
      ...$('link[rel=stylesheet]').get(),
    ],
    faults: [
      '<link rel="stylesheet" href="/a.css">',
      Array.from({ length: 6000 }, (_, number) => (number * 7919) % 10_007).join(),
    ],
  },
  'runs at most 2.5 KB of inline script, and requests no script file': {
    find: ({ path, $ }) => {
      if (isWaitingPage(path)) return [];
      const scripts = $('script:not([type=speculationrules], [type="application/ld+json"])');
      const inline = weigh(scripts.text());
      return [
        ...(inline > 2.5 * 1024 ? [inline] : []),
        ...$('script[src], link[rel=modulepreload]').get(),
      ];
    },
    faults: [
      '<script src="/a.js"></script>',
      '<link rel="modulepreload" href="/a.js">',
      `<script>${Array.from({ length: 2000 }, (_, number) => (number * 7919) % 10_007).join()}</script>`,
    ],
  },
  'asks for at most three files before its first screen is drawn: typefaces, and a picture at once':
    {
      find: ({ $ }) => [
        ...$('link[rel=preload]').get().slice(2),
        // All other pictures wait until somebody scrolls to them, and block nothing.
        ...$('img:not([loading=lazy])').not('img:eq(0)[fetchpriority=high]').get(),
        ...$('img[loading=lazy]').not('[decoding=async]:not([fetchpriority])').get(),
      ],
      faults: [
        '<link rel="preload" href="/a.woff2">',
        '<img src="/a.png">',
        '<img src="/a.png" loading="lazy">',
      ],
    },
  'shows pictures from its own address, with alternative text and dimensions': {
    find: ({ $ }) => {
      const isWhole = '[src^="/media/"][alt]:not([alt=""])[width][height]';
      const pictures = $('.picture img, picture img').not(isWhole);
      return pictures.add('picture source:not([sizes])').get();
    },
    faults: ['<picture><img src="/media/a.png" width="1" height="1"></picture>'],
  },
  'opens another site in a new tab, and says so': {
    find: ({ $ }) => {
      const isSaid = '[target=_blank][rel~=noopener]:contains("(opens in a new tab)")';
      return $('a[href^=http]').not(isSaid).get();
    },
    faults: ['<a href="https://a.example">A</a>'],
  },
  'links to pages, files, redirects of Netlify and existing fragments, as they are written': {
    find: (page) =>
      listTargets(page).filter(({ pathname, search, hash }) => {
        if (/.\/$|\.html$/.test(pathname)) return true;
        const target = pages.get(pathname);
        if (!target && !answered.has(pathname)) return true;
        const here = pathname === page.path ? page : target;
        return (
          hash !== '' &&
          search === '' &&
          here?.$(`[id="${decodeURIComponent(hash.slice(1))}"]`).length !== 1
        );
      }),
    faults: ['/nothing', '/blog/no', '/blog/', '/index.html', '#no', '/blog#no'].map(
      (address) => `<a href="${address}">x</a>`,
    ),
  },
  'hides no text while typefaces load, and moves none when they come': {
    find: ({ $ }) => {
      const faces = $('style')
        .text()
        .match(/@font-face\s*{[^}]*url\([^}]*}/g);
      return faces?.filter((face) => !/font-display:\s*optional/.test(face)) ?? ['no typeface'];
    },
    faults: ['<style>@font-face { src: url(/a.woff2) }</style>'],
  },
};

test.each(Object.entries(rules))('every page %s', (_, { find, faults }) => {
  expect([...pages.values()].flatMap((page) => find(page).map(() => page.path))).toEqual([]);
  const { path, html } = getPage(pages, '/about');
  for (const fault of faults) {
    const broken = parsePage(
      path,
      html.replace('</main>', () => `${fault}</main>`),
    );
    expect(find(broken).length, fault).toBeGreaterThan(0);
  }
});

test('the two typefaces weigh at most 20 KB together', async () => {
  const loaded = new Set([...pages.values()].flatMap(listTypefaces));
  expect(loaded.size).toBe(2);
  const sizes = await Promise.all([...loaded].map(weighFile));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * 1024);
});
