/** The pages of the built site, and the content on them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fixtureSpace } from '../fixtures/space.ts';
import { builtInResources } from '../../src/engine/content/fallback/index.ts';
import { categoryPages, services } from '../../src/data/services/index.ts';
import { messages } from '../../src/data/messages.ts';
import { renderNetlifyRedirects } from '../../src/data/redirects.ts';
import { contactSentPath, routes, tagPath } from '../../src/data/routes.ts';
import { getTagSlug } from '../../src/engine/content/read.ts';
import {
  getPage,
  isWaitingPage,
  listFiles,
  readBuilt,
  readPages,
  type BuiltPage,
} from '../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const slugsOf = (contentType: string) =>
  fixtureSpace.entries
    .filter(({ sys }) => sys.contentType.sys.id === contentType)
    .map(({ fields }) => String(fields.slug));

const isText = (value: unknown): value is string => typeof value === 'string';

/** Posts by the slug of each of their tags. */
const postsByTag = Map.groupBy(
  fixtureSpace.entries.flatMap(({ fields }) =>
    (Array.isArray(fields.tags) ? fields.tags.filter(isText) : []).map((tag) => ({
      tag: getTagSlug(tag),
      slug: String(fields.slug),
    })),
  ),
  ({ tag }) => tag ?? '',
);

describe('the built site', () => {
  it('has every page of the spec and of the content, and no other', () => {
    const expected = [
      ...Object.values(routes),
      contactSentPath,
      '/404',
      ...categoryPages.map(({ slug }) => `/services/${slug}`),
      ...services.map(({ category, slug }) => `/services/${category}/${slug}`),
      ...slugsOf('blogPost').map((slug) => `/blog/${slug}`),
      ...[...postsByTag.keys()].map(tagPath),
      ...slugsOf('resource').map((slug) => `/resources/${slug}`),
      ...builtInResources.map(({ slug }) => `/resources/${slug}`),
    ];
    const built = [...pages.keys()].filter((path) => !isWaitingPage(path));
    expect(built.toSorted()).toEqual(expected.toSorted());
  });

  it('links to the contact page from the main region of every other page', () => {
    for (const { path, $ } of pages.values())
      if (path !== routes.contact && !isWaitingPage(path))
        expect($(`main a[href="${routes.contact}"]`).length, path).toBeGreaterThan(0);
  });

  it('has the redirects of the firm for Netlify', async () => {
    expect(await readBuilt('/_redirects')).toBe(renderNetlifyRedirects());
  });
});

describe('the blog', () => {
  it('features the newest post and lists the others in the order received', () => {
    const { $ } = getPage(pages, '/blog');
    const newestFirst = fixtureSpace.entries
      .filter(({ sys }) => sys.contentType.sys.id === 'blogPost')
      .toSorted((one, other) =>
        String(other.fields.publishedDate).localeCompare(String(one.fields.publishedDate)),
      )
      .map(({ fields }) => `/blog/${String(fields.slug)}`);
    expect($('.feature a.button').attr('href')).toBe(newestFirst[0]);
    const cards = $('.card .arrow').map((_, link) => $(link).attr('href'));
    expect(cards.get()).toEqual(newestFirst.slice(1));
  });

  it('keeps "e-" and "commerce" on one line in every title', () => {
    const title = 'The quiet automations behind a calm e-commerce team';
    for (const path of [routes.blog, '/blog/quiet-ecommerce-automations', '/blog/tag/e-commerce']) {
      const { $ } = getPage(pages, path);
      const heading = $('h1, h3').filter((_, element) => $(element).text() === title);
      expect(heading.find('.joined').text(), path).toBe('e-commerce');
    }
  });
});

it('a post gives each network its encoded address, in a new tab', () => {
  for (const slug of slugsOf('blogPost')) {
    const { $ } = getPage(pages, `/blog/${slug}`);
    const links = $('.share-links a[target=_blank]').map((_, link) => $(link).attr('href'));
    const addresses = links.get().map((address) => new URL(address));
    expect(addresses.map(({ hostname }) => hostname)).toEqual([
      'www.linkedin.com',
      'twitter.com',
      'www.facebook.com',
    ]);
    for (const { searchParams } of addresses)
      expect([...searchParams.values()]).toContain($('link[rel=canonical]').attr('href'));
    expect(addresses[1]?.searchParams.get('text')).toBe($('h1').text().trim());
  }
});

it('no file has a part of the draft preview: no text, no style, no script, no draft', async () => {
  const traces = new RegExp(
    [
      ...['draft-(?:banner|mark)', 'draft preview', 'preview-?(?:token|password)'],
      ...['drafts/report', 'SHOWS_DRAFTS'],
      ...fixtureSpace.drafts.map(({ fields }) => String(fields.slug)),
    ].join('|'),
    'i',
  );
  for (const file of await listFiles())
    expect((await readBuilt(file)).match(traces)?.[0], file).toBeUndefined();
});

it('the first picture of a list or an article is fetched first', () => {
  for (const [path, selector] of [
    [routes.blog, '.feature img'],
    ['/blog/why-your-growth-stalled', '.article-heading img'],
    ['/blog/tag/automation', '.card:first-child img'],
  ] as const) {
    const { $ } = getPage(pages, path);
    expect($(selector).is('[fetchpriority=high]'), path).toBe(true);
  }
});

describe('a tag', () => {
  it('lists its posts with their number, and links back to the blog', () => {
    for (const [tag, tagged] of postsByTag) {
      const { $, text } = getPage(pages, tagPath(tag));
      const cards = $('.card .arrow').map((_, link) => $(link).attr('href'));
      expect(cards.get().toSorted()).toEqual(tagged.map(({ slug }) => `/blog/${slug}`).toSorted());
      expect(text).toContain(messages.blog.count(tagged.length));
      expect($('.breadcrumb a').last().attr('href')).toBe('/blog');
      expect($('main a[href="/blog"]').text()).toContain(messages.blog.back);
    }
  });

  it('is a link on every card and every post with the tag', () => {
    for (const path of ['/blog', '/blog/why-your-growth-stalled', '/blog/tag/growth']) {
      const { $ } = getPage(pages, path);
      const chips = $('.tags a');
      expect(chips.length, path).toBeGreaterThan(2);
      chips.each((_, chip) => {
        expect($(chip).attr('href')).toBe(tagPath(getTagSlug($(chip).text()) ?? ''));
        expect($(chip).parents('a').length).toBe(0);
      });
    }
  });

  it('is hidden from search engines while it has only one post', () => {
    for (const [tag, tagged] of postsByTag)
      expect(getPage(pages, tagPath(tag)).$('meta[name=robots]').length).toBe(
        tagged.length === 1 ? 1 : 0,
      );
  });
});

describe('resources', () => {
  it('show all items in the grid, including the featured one', () => {
    const { $ } = getPage(pages, '/resources');
    const cards = $('.card a').map((_, link) => $(link).attr('href'));
    expect(cards.length).toBe(slugsOf('resource').length);
    expect($('.feature a.button').attr('href')).toBe(cards.get()[0]);
  });
});
