/** The resources in the repository: the three built-in ones (spec §3, §4) and those of the sample space. */
import { validateRichTextDocument } from '@contentful/rich-text-types';
import { describe, expect, test } from 'vitest';
import { parseItem } from '../../../src/engine/content/contentful/wire.ts';
import { parseResources } from '../../../src/engine/content/pull/entries.ts';
import { builtInCards, builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { parseRichText } from '../../../src/engine/content/pull/rich-text/parse.ts';
import { renderBody } from '../../../src/engine/content/pull/rich-text/render.ts';
import { sampleSpace } from '../../../scripts/content-service/sample/index.ts';
import { company } from '../../../src/data/company.ts';
import { postPath, resourcePath, routes, servicePath } from '../../../src/data/routes.ts';
import { categoryPages, services } from '../../../src/data/services/index.ts';

const resources = sampleSpace.entries.filter(({ sys }) => sys.contentType.sys.id === 'resource');

const gradients = ['purple-to-blue', 'brown-to-gold', 'green-to-blue', 'blue-to-green'];

/** The allowed targets of links in articles. */
const places = new Set<string>([
  ...Object.values(routes),
  ...categoryPages.map(({ slug }) => `${routes.services}/${slug}`),
  ...services.map(({ category, slug }) => servicePath(category, slug)),
  ...builtInResources.map(({ slug }) => resourcePath(slug)),
  ...resources.map(({ fields }) => resourcePath(String(fields.slug))),
]);
const posts = new Map(
  sampleSpace.entries
    .filter(({ sys }) => sys.contentType.sys.id === 'blogPost')
    .map(({ sys, fields }) => [sys.id, postPath(String(fields.slug))]),
);
const assets = new Set(sampleSpace.assets.map(({ sys }) => sys.id));

/** Renders an article with the posts and assets of the sample space. */
function render(document: unknown) {
  const richText = parseRichText(document);
  const { body, problems } = renderBody(richText, {
    getEntry: (id) => {
      const path = posts.get(id);
      return path ? { path, title: 'A post', text: '' } : null;
    },
    getAsset: (id) =>
      assets.has(id)
        ? { kind: 'file', href: '/media/file', title: 'A file', type: '', size: null }
        : null,
  });
  const links = [...body.html.matchAll(/ href="(\/[^"]*)"/g)].map(([, href = '']) => href);
  return { ...body, problems, links, words: richText.text.split(' ').length };
}

describe('the built-in resources', () => {
  test('are three, of the type and read time of the spec', () => {
    expect(builtInResources.map(({ slug, type, readTime }) => [slug, type, readTime])).toEqual([
      ['growth-playbook', 'Playbook', '15 min'],
      ['tech-stack-guide', 'Guide', '12 min'],
      ['ai-implementation-guide', 'Implementation Guide', '18 min'],
    ]);
  });

  test('have cards with their own ids, the last one a Roadmap', () => {
    expect(builtInCards.map(({ id, slug, type, readTime }) => [id, slug, type, readTime])).toEqual([
      ['growth-playbook', 'growth-playbook', 'Playbook', '15 min'],
      ['tech-stack-guide', 'tech-stack-guide', 'Guide', '12 min'],
      ['ai-implementation', 'ai-implementation-guide', 'Roadmap', '18 min'],
    ]);
    for (const { title, description } of builtInCards) {
      expect(title).not.toBe('');
      expect(description).not.toBe('');
    }
  });

  describe.each(builtInResources.map((resource) => [resource.slug, resource] as const))(
    '%s',
    (_slug, { title, subtitle, author, gradient, document }) => {
      test('has a title, a subtitle, an author and a gradient', () => {
        expect(title).not.toBe('');
        expect(subtitle).toMatch(/\.$/);
        expect(author).toBe(company.teamName);
        expect(gradients).toContain(gradient);
      });

      test('has a finished article of 700 to 1,100 words', () => {
        const { words, headings, problems } = render(document);
        expect(validateRichTextDocument(document)).toEqual([]);
        expect(problems).toEqual([]);
        expect(words).toBeGreaterThanOrEqual(700);
        expect(words).toBeLessThanOrEqual(1100);
        expect(headings.length).toBeGreaterThanOrEqual(5);
      });

      test('links to existing pages', () => {
        const { links } = render(document);
        expect(links.length).toBeGreaterThan(0);
        expect(links.filter((link) => !places.has(link))).toEqual([]);
      });
    },
  );
});

describe('the sample resources', () => {
  const reported: unknown[] = [];
  const parsed = parseResources(resources.map(parseItem), (...problem) => reported.push(problem));

  test('are four valid entries with slugs that no built-in resource has', () => {
    expect(reported).toEqual([]);
    expect(parsed).toHaveLength(4);
    const builtIn = builtInResources.map(({ slug }) => slug);
    expect(parsed.map(({ slug }) => slug).filter((slug) => builtIn.includes(slug))).toEqual([]);
  });

  test('fill in every field of the spec, except one that shows the defaults', () => {
    const optional = ['author', 'readTime', 'type', 'gradient'];
    const filled = resources.map(({ fields }) => optional.filter((name) => name in fields).length);
    expect(filled.toSorted()).toEqual([0, 4, 4, 4]);
    for (const { gradient } of parsed) expect(gradients).toContain(gradient);
  });

  test('use tables, quotes and nested lists, and lead to services and posts', () => {
    const html = resources.map(({ fields }) => render(fields.content).html).join('');
    for (const tag of ['<table', '<blockquote', '<ol', '<ul']) expect(html).toContain(tag);
    expect(html).toMatch(/<li>(?:(?!<\/li>).)*<ul>/s);
    expect(html).toContain('href="/services/');
    expect(html).toContain('href="/blog/');
  });

  test.each(resources.map(({ fields }) => [String(fields.slug), fields.content] as const))(
    '%s is a finished article of 500 to 1,000 words whose links lead somewhere',
    (_slug, content) => {
      const { words, links, problems } = render(content);
      expect(problems).toEqual([]);
      expect(words).toBeGreaterThanOrEqual(500);
      expect(words).toBeLessThanOrEqual(1000);
      const known = [...places, ...posts.values(), '/media/file'];
      expect(links.filter((link) => !known.includes(link))).toEqual([]);
    },
  );
});
