/** The text versions of the site: posts and resources in Markdown, and llms.txt. */
import { load } from 'cheerio';
import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { company } from '../../src/data/company.ts';
import { engagements } from '../../src/data/engagements.ts';
import { services } from '../../src/data/services/index.ts';
import { createRedirectEngine } from '../support/netlify-redirects.ts';
import { listFiles, readBuilt, readPages, type BuiltPage } from '../support/built-site.ts';

const origin = 'http://127.0.0.1:4321';

const parse = (markdown: string) =>
  load(
    micromark(markdown, {
      allowDangerousHtml: true, // for <sub> and <sup>
      extensions: [gfmTable(), gfmStrikethrough()],
      htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml()],
    }),
    null,
    false,
  );

/** The letters of a document in order. */
const getLetters = (html: string) => {
  const $ = load(html, null, false);
  $('.visually-hidden').remove();
  return $.root().text().replace(/\s+/g, '');
};

let pages: Map<string, BuiltPage>;
let files: Set<string>;
let articles: BuiltPage[];
beforeAll(async () => {
  pages = await readPages();
  files = new Set(await listFiles());
  articles = [...pages.values()].filter(
    ({ path, $ }) => /^\/(blog|resources)\/[^/]+$/.test(path) && $('.article').length > 0,
  );
});

describe('every post and resource', () => {
  it('has a Markdown version, which its page names; no other page has one', () => {
    expect(articles.length).toBeGreaterThan(3);
    for (const { path, $ } of articles)
      expect($('link[rel=alternate][type="text/markdown"]').attr('href')).toBe(`${path}.md`);
    const twins = [...files].filter((file) => file.endsWith('.md'));
    expect(twins.toSorted()).toEqual(articles.map(({ path }) => `${path}.md`).toSorted());
    for (const { path, $ } of pages.values())
      if (!articles.some((article) => article.path === path))
        expect($('link[type="text/markdown"]').length, path).toBe(0);
  });

  it('has the title, author, address and every word of the body in its Markdown', async () => {
    for (const page of articles) {
      const $ = parse(await readBuilt(`${page.path}.md`));
      expect($('h1').text()).toBe(page.$('h1').text());
      expect($('h1').length, page.path).toBe(1);
      const byline = page.$('.byline span, .byline time').first().text();
      expect($.root().text(), page.path).toContain(byline);
      expect($(`a[href="${origin}${page.path}"]`).text()).toBe(origin + page.path);
      expect(getLetters($.html()), page.path).toContain(getLetters(page.$('.prose').html() ?? ''));
      expect($('img').length).toBe(page.$('.prose img, .article-heading__picture img').length);
    }
  });

  it('links to existing pages by absolute addresses in its Markdown', async () => {
    const redirect = await createRedirectEngine(await readBuilt('/_redirects'));
    for (const { path } of articles) {
      const $ = parse(await readBuilt(`${path}.md`));
      for (const address of $('[href], [src]')
        .map((_, element) => $(element).attr('href') ?? $(element).attr('src'))
        .get()) {
        const { protocol, pathname, origin: host } = new URL(address);
        if (!protocol.startsWith('http') || host !== origin) continue;
        const end = (await redirect(pathname))?.to ?? pathname;
        expect(pages.has(end) || files.has(end), `${path} → ${address}`).toBe(true);
      }
    }
  });

  it('is served as Markdown', async () => {
    const answer = await fetch(`${inject('siteUrl')}${articles[0]?.path ?? ''}.md`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  });
});

describe('llms.txt', () => {
  it('describes the firm, and names every service, post and resource once', async () => {
    const $ = parse(await readBuilt('/llms.txt'));
    expect($('h1').text()).toBe(company.name);
    expect($('blockquote').text().trim()).toBe(company.description);
    const linked = $('li a')
      .map((_, link) => new URL(link.attribs.href ?? '').pathname)
      .get();
    const isLinked = (path: string) => linked.filter((one) => one === path).length === 1;
    for (const { category, slug } of services)
      expect(isLinked(`/services/${category}/${slug}`), slug).toBe(true);
    for (const { path } of articles) expect(isLinked(`${path}.md`), path).toBe(true);
    for (const path of linked) expect(pages.has(path) || files.has(path), path).toBe(true);
  });

  it('names the prices of the services page', async () => {
    const text = await readBuilt('/llms.txt');
    for (const { table } of engagements) expect(text).toContain(`: ${table.price}. `);
  });
});

it('no sitemap lists a Markdown file', async () => {
  const parts = [...files].filter((file) => /^\/sitemap-.*\.xml$/.test(file));
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(await readBuilt(part)).not.toMatch(/\.(md|txt)</);
});
