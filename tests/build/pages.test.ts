/** The pages of the built site, and the content on them. */
import { describe, expect, it } from 'vitest';
import { fixtureSpace } from '../fixtures/space.ts';
import { categoryPages, services } from '#data/services/index.ts';
import { messages } from '#data/messages.ts';
import { categoryPath, contactSentPath, routes, servicePath } from '#data/routes.ts';
import { collections } from '#collections/index.ts';
import { posts as ofPosts } from '#collections/posts.ts';
import { archivePath, hasPages, itemPath, tagPath } from '#engine/declare/collections.ts';
import { getTagSlug } from '#engine/content/read.ts';
import { countArchivePages } from '#engine/content/records/records.ts';
import {
  getPage,
  isWaitingPage,
  listAttributes,
  listFiles,
  readBuilt,
  readPages,
} from '../support/built-site.ts';

const pages = await readPages();

const fieldsOf = (contentType: string) =>
  fixtureSpace.entries
    .filter(({ sys }) => sys.contentType.sys.id === contentType)
    .map(({ fields: { slug, tags, publishedDate } }) => ({
      slug: String(slug),
      tags: [tags].flat().map(String),
      publishedDate: String(publishedDate),
    }));
const posts = fieldsOf('blogPost');

/** The paths of the posts with each tag, by the slug of the tag. */
const postsByTag = new Map<string, string[]>();
for (const { tags, slug } of posts)
  for (const tag of tags) {
    const name = getTagSlug(tag) ?? '';
    postsByTag.set(name, [...(postsByTag.get(name) ?? []), itemPath(ofPosts, slug)]);
  }

const listLinks = (path: string, selector: string) =>
  listAttributes(getPage(pages, path), selector, 'href');

describe('the built site', () => {
  it('has every page of the firm and of the content, and no other', () => {
    const expected = [
      ...Object.values(routes),
      contactSentPath,
      '/404',
      ...categoryPages.map(({ slug }) => categoryPath(slug)),
      ...services.map(({ category, slug }) => servicePath(category, slug)),
      ...[...postsByTag.keys()].map((tag) => tagPath(ofPosts, tag)),
      ...collections.filter(hasPages).flatMap((collection) => {
        const { path, shownFirst, builtIn = [] } = collection.pages;
        const entries = fieldsOf(collection.contentType);
        return [
          ...[...entries, ...builtIn].map(({ slug }) => itemPath(collection, slug)),
          ...Array.from({ length: countArchivePages(entries.length, shownFirst) }, (_, index) =>
            archivePath(path, index + 1),
          ),
        ];
      }),
    ];
    const built = [...pages.keys()].filter((path) => !path.startsWith('/live/'));
    expect(built.toSorted()).toEqual(expected.toSorted());
  });

  it('links to the contact page from the main region of every other page', () => {
    for (const path of pages.keys())
      if (path !== routes.contact && path !== routes.thankYou && !isWaitingPage(path))
        expect(listLinks(path, 'main a'), path).toContain(routes.contact);
  });

  it('has no part of the draft preview, content client, mailer or token in any file, no script the catalogue', async () => {
    const traces = new RegExp(
      [
        ...['draft-(?:banner|mark)', 'draft preview', 'preview-?(?:token|secret)'],
        ...['drafts/report', 'SHOWS_DRAFTS', 'contentful-user-agent', 'nodemailer', 'access_token'],
        ...fixtureSpace.drafts.map(({ fields }) => String(fields.slug)),
      ].join('|'),
      'i',
    );
    for (const file of await listFiles()) {
      const source = await readBuilt(file);
      expect(source.match(traces)?.[0], file).toBeUndefined();
      if (file.endsWith('.js'))
        expect(source, file).not.toMatch(/revops-implementation|funnel-optimization/i);
    }
  });
});

describe('the lists', () => {
  it('of posts feature the newest, show the others by date, and lead from each to its neighbours once', () => {
    const newestFirst = posts
      .toSorted((one, other) => other.publishedDate.localeCompare(one.publishedDate))
      .map(({ slug }) => itemPath(ofPosts, slug));
    expect([
      ...listLinks('/blog', '.feature a.button'),
      ...listLinks('/blog', '.card > a'),
    ]).toEqual(newestFirst);
    for (const [place, path] of newestFirst.entries()) {
      const neighbours = [...newestFirst.slice(0, place).slice(-1), newestFirst[place + 1]];
      const links = listLinks(path, '.read-next a');
      expect(links, path).toEqual(expect.arrayContaining(neighbours.filter(Boolean)));
      expect(new Set(links).size, path).toBe(links.length);
    }
  });

  it('of resources show all items, including the featured one, and each item leads to three others', () => {
    const cards = listLinks('/resources', '.card a');
    expect(cards.length).toBe(fieldsOf('resource').length);
    expect(listLinks('/resources', '.feature a.button')).toEqual(cards.slice(0, 1));
    for (const path of cards) {
      const others = cards.filter((card) => card !== path).slice(0, 3);
      expect(listLinks(path, '.read-next .card a'), path).toEqual(others);
    }
  });
});

it('an article lists its chapters, if it has five or more', () => {
  for (const path of pages.keys()) {
    const ids = listAttributes(getPage(pages, path), '.prose > h2', 'id');
    const links = ids.length > 4 ? ids.map((id) => `#${id}`) : [];
    expect(listLinks(path, '.contents a'), path).toEqual(links);
  }
});

it('a post gives each network its encoded address, in a new tab', () => {
  for (const { slug } of posts) {
    const { $ } = getPage(pages, itemPath(ofPosts, slug));
    const links = listLinks(itemPath(ofPosts, slug), '.share-links a[target=_blank]');
    const addresses = links.map((address) => new URL(address));
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

it('a tag lists its posts with their number, links back, and is indexed with more than one post', () => {
  for (const [tag, tagged] of postsByTag) {
    const { $, text } = getPage(pages, tagPath(ofPosts, tag));
    expect(listLinks(tagPath(ofPosts, tag), '.card > a').toSorted()).toEqual(tagged.toSorted());
    expect(text).toContain(messages.posts.count(tagged.length));
    expect($('.breadcrumb a').last().attr('href')).toBe('/blog');
    expect($('main a[href="/blog"]').text()).toContain(messages.posts.back);
    expect($('meta[name=robots]').length).toBe(tagged.length === 1 ? 1 : 0);
  }
});
