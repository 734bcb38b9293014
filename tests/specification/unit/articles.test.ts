/** The articles in the repository: the three built-in resources, and the posts and resources of the sample. */
import { existsSync, readFileSync } from 'node:fs';
import {
  BLOCKS,
  INLINES,
  MARKS,
  validateRichTextDocument,
  type Document,
} from '@contentful/rich-text-types';
import { describe, expect, test } from 'vitest';
import { assets } from '../../../scripts/content-service/sample/assets.ts';
import { sampleSpace } from '../../../scripts/content-service/sample/index.ts';
import { composeBuiltIn } from '../../../src/engine/content/articles/compose.ts';
import { toBuiltInCard } from '../../../src/engine/content/articles/lists.ts';
import { builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { flattenText, parseRichText } from '../../../src/engine/content/rich-text/parse.ts';
import { company } from '../../../src/data/company.ts';
import {
  categoryPath,
  postPath,
  resourcePath,
  routes,
  servicePath,
} from '../../../src/data/routes.ts';
import { categoryPages, services } from '../../../src/data/services/index.ts';
import { team } from '../../../src/data/team.ts';

const entriesOf = (type: string) =>
  sampleSpace.entries.filter(({ sys }) => sys.contentType.sys.id === type);
const posts = entriesOf('blogPost').map(({ fields }) => fields);
const resources = entriesOf('resource').map(({ fields }) => fields);

/** Every value below a value, itself included. */
const listValues = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(listValues)]
    : [value];
const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' &&
  value !== null &&
  'nodeType' in value &&
  value.nodeType === 'document';
const documentsIn = (fields: unknown) => listValues(fields).filter(isDocument);
/** The values of one property anywhere below a value, as texts. */
const findAll = (name: string, value: unknown) =>
  listValues(value).flatMap((one) =>
    typeof one === 'object' && one !== null && Object.hasOwn(one, name)
      ? [String(Reflect.get(one, name))]
      : [],
  );

const pages: readonly string[] = [
  ...Object.values(routes),
  ...categoryPages.map(({ slug }) => categoryPath(slug)),
  ...services.map(({ category, slug }) => servicePath(category, slug)),
  ...posts.map(({ slug }) => postPath(String(slug))),
  ...[...resources, ...builtInResources].map(({ slug }) => resourcePath(String(slug))),
];
const ids = [...sampleSpace.entries, ...assets].map(({ sys }) => sys.id);

test('the built-in resources have the type, the read time and the card that the customer fixed', () => {
  expect(builtInResources.map(({ slug, type, readTime }) => [slug, type, readTime])).toEqual([
    ['growth-playbook', 'Playbook', '15 min'],
    ['tech-stack-guide', 'Guide', '12 min'],
    ['ai-implementation-guide', 'Implementation Guide', '18 min'],
  ]);
  const cards = composeBuiltIn().map(toBuiltInCard);
  expect(cards.map(({ id, slug, type, readTime }) => [id, slug, type, readTime])).toEqual([
    ['growth-playbook', 'growth-playbook', 'Playbook', '15 min'],
    ['tech-stack-guide', 'tech-stack-guide', 'Guide', '12 min'],
    ['ai-implementation', 'ai-implementation-guide', 'Roadmap', '18 min'],
  ]);
  for (const { author, subtitle } of builtInResources) {
    expect(author).toBe(company.teamName);
    expect(subtitle).toMatch(/^[A-Z].+\.$/);
  }
});

test('the sample has eight posts and four resources or more, each with its own id and slug', () => {
  expect(posts.length).toBeGreaterThanOrEqual(8);
  expect(resources.length).toBeGreaterThanOrEqual(4);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(pages).size).toBe(pages.length);
  for (const { slug } of [...posts, ...resources]) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

const articles = [
  ...posts.map((fields) => ({ fields, document: fields.content, least: 400, most: 1200 })),
  ...resources.map((fields) => ({ fields, document: fields.content, least: 500, most: 1000 })),
  ...builtInResources.map((fields) => ({
    fields,
    document: fields.document,
    least: 700,
    most: 1100,
  })),
].map((article) => ({ ...article, slug: String(article.fields.slug) }));

test.each(articles)(
  'the article $slug has $least to $most words, a title, and links that lead somewhere',
  ({ fields, document, least, most }) => {
    const words = parseRichText(document).text.split(' ').length;
    expect(words).toBeGreaterThanOrEqual(least);
    expect(words).toBeLessThanOrEqual(most);
    expect(flattenText(fields.title)).not.toBe('');
    for (const each of documentsIn(fields)) expect(validateRichTextDocument(each)).toEqual([]);
    for (const value of listValues(fields))
      if (typeof value === 'object' && value !== null && 'linkType' in value && 'id' in value)
        expect(ids).toContain(value.id);
    for (const uri of findAll('uri', fields))
      if (uri.startsWith('/')) expect(pages).toContain(uri);
      else expect(uri).toMatch(/^https:\/\//);
  },
);

describe('together the posts and resources of the sample', () => {
  const types = new Set(findAll('nodeType', [posts, resources]));
  const texts = listValues(posts).filter(
    (value): value is { value: string; marks: { type: string }[] } =>
      typeof value === 'object' && value !== null && 'marks' in value && 'value' in value,
  );

  test('have every mark, and every node but the links to a second space', () => {
    const expected = [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
      (type) => !type.includes('resource'),
    );
    expect(expected.filter((type) => !types.has(type))).toEqual([]);
    const marks = new Set(texts.flatMap((text) => text.marks.map(({ type }) => type)));
    expect(Object.values(MARKS).filter((mark) => !marks.has(mark))).toEqual([]);
    const soft = texts.filter(
      ({ value, marks }) => value.includes('\n') && marks.every(({ type }) => type !== 'code'),
    );
    expect(soft).not.toEqual([]);
  });

  test('fill in every field, and leave each optional one to its default somewhere', () => {
    for (const [entries, required, optional] of [
      [
        posts,
        ['title', 'slug', 'author', 'publishedDate', 'content', 'category', 'tags'],
        ['featuredImage', 'excerpt', 'seoTitle', 'seoDescription'],
      ],
      [
        resources,
        ['title', 'slug', 'subtitle', 'content'],
        ['author', 'readTime', 'type', 'gradient'],
      ],
    ] as const) {
      const names = new Set(entries.flatMap((fields) => Object.keys(fields)));
      expect([...names].toSorted()).toEqual([...required, ...optional].toSorted());
      for (const name of optional)
        expect(
          entries.some((fields) => !Object.hasOwn(fields, name)),
          name,
        ).toBe(true);
    }
  });

  test('have a title, an author and an excerpt as rich text, and dates with and without a time', () => {
    for (const name of ['title', 'author', 'excerpt'])
      expect(
        posts.some((fields) => isDocument(fields[name])),
        name,
      ).toBe(true);
    const lengths = new Set(posts.map(({ publishedDate }) => String(publishedDate).length));
    expect([...lengths].toSorted()).toEqual([10, 25]);
    const names = team.map(({ name }) => name);
    for (const { author } of posts) expect(names).toContain(flattenText(author));
  });
});

test('every asset is used, has a description and a file, and no picture has text', () => {
  for (const { sys, fields } of assets) {
    const { contentType, fileName } = fields.file;
    expect(findAll('id', sampleSpace.entries)).toContain(sys.id);
    expect(fields.title).toMatch(/^[A-Z].{10,}/);
    const isPicture = contentType.startsWith('image/');
    const name = isPicture ? fileName.replace(/\.\w+$/, '.svg') : fileName;
    const url = new URL(`../../../scripts/content-service/sample/images/${name}`, import.meta.url);
    expect(existsSync(url), name).toBe(true);
    if (!isPicture) continue;
    expect(fields.description).toMatch(/^[A-Z].+\.$/);
    expect(readFileSync(url, 'utf8')).not.toContain('<text');
  }
});
