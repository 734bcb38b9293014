/** The articles in the repository: the three built-in resources, and the posts and resources of the sample. */
import {
  BLOCKS,
  INLINES,
  MARKS,
  validateRichTextDocument,
  type Document,
} from '@contentful/rich-text-types';
import { expect, test } from 'vitest';
import { assets } from '#scripts/sample/assets.ts';
import { posts as ofPosts } from '#collections/posts.ts';
import { resources as ofResources } from '#collections/resources.ts';
import { sampleSpace } from '#scripts/sample/index.ts';
import { composeBuiltIn } from '#engine/content/records/compose.ts';
import { itemPath } from '#engine/declare/collections.ts';
import { builtInResources, cardOf } from '#data/built-in/index.ts';
import { flattenText } from '#engine/content/body/parse.ts';
import { company } from '#data/company.ts';
import { categoryPath, routes, servicePath } from '#data/routes.ts';
import { categoryPages, services } from '#data/services/index.ts';

const entriesOf = (type: string) =>
  sampleSpace.entries.filter(({ sys }) => sys.contentType.sys.id === type);
const posts = entriesOf('blogPost').map(({ fields }) => fields);
const resources = entriesOf('resource').map(({ fields }) => fields);

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'nodeType') === 'document';
/** The texts of one property anywhere below a value. */
const findAll = (name: string, value: unknown) =>
  Array.from(
    JSON.stringify(value).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g')),
    ([, text = '']) => text,
  );

const pages: readonly string[] = [
  ...Object.values(routes),
  ...categoryPages.map(({ slug }) => categoryPath(slug)),
  ...services.map(({ category, slug }) => servicePath(category, slug)),
  ...posts.map(({ slug }) => itemPath(ofPosts, String(slug))),
  ...[...resources, ...builtInResources].map(({ slug }) => itemPath(ofResources, String(slug))),
];
const ids = [...sampleSpace.entries, ...assets].map(({ sys }) => sys.id);

test('the built-in resources have the type, the read time and the card that the customer fixed', () => {
  expect(builtInResources.map(({ slug, type, readTime }) => [slug, type, readTime])).toEqual([
    ['growth-playbook', 'Playbook', '15 min'],
    ['tech-stack-guide', 'Guide', '12 min'],
    ['ai-implementation-guide', 'Implementation Guide', '18 min'],
  ]);
  const cards = composeBuiltIn(ofResources).map(({ record }) => cardOf(record));
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
});

const articles = [
  ...[...posts, ...resources].map((fields) => ({ fields, document: fields.content })),
  ...builtInResources.map((fields) => ({ fields, document: fields.document })),
].map((article) => ({ ...article, slug: String(article.fields.slug) }));

test.each(articles)(
  'the article $slug has 400 to 1500 words, and links that lead somewhere',
  ({ fields, document }) => {
    const words = flattenText(document).split(' ').length;
    expect(words).toBeGreaterThanOrEqual(400);
    expect(words).toBeLessThanOrEqual(1500);
    for (const each of Object.values(fields).filter(isDocument))
      expect(validateRichTextDocument(each)).toEqual([]);
    // Only links have ids here.
    expect(ids).toEqual(expect.arrayContaining(findAll('id', fields)));
    for (const uri of findAll('uri', fields))
      if (uri.startsWith('/')) expect(pages).toContain(uri);
      else expect(uri).toMatch(/^https:\/\//);
  },
);

test('a resource of the sample is read in the time that it says', () => {
  for (const { readTime, content } of resources.filter((one) => isDocument(one.content)))
    expect(readTime).toBe(`${Math.round(flattenText(content).split(' ').length / 220)} min`);
});

test('together the posts and resources of the sample have every mark, and every node but the links to a second space', () => {
  const used = ['nodeType', 'type'].flatMap((name) => findAll(name, [posts, resources]));
  const known = [BLOCKS, INLINES, MARKS].flatMap((kind) => Object.values<string>(kind));
  expect(used).toEqual(expect.arrayContaining(known.filter((one) => !one.includes('resource'))));
});

test.each([
  ['blogPost', ofPosts, posts],
  ['resource', ofResources, resources],
] as const)(
  'the entries of the sample fill in every field of a %s',
  (_, { fields: declared }, all) => {
    const filled = new Set(all.flatMap((fields) => Object.keys(fields)));
    expect([...filled].toSorted()).toEqual(Object.keys(declared).toSorted());
  },
);

test('every asset is used, and every picture is described', () => {
  for (const { sys, fields } of assets) {
    expect(findAll('id', sampleSpace.entries)).toContain(sys.id);
    if (fields.file.contentType.startsWith('image/'))
      expect(fields.description).toMatch(/^[A-Z].+\.$/);
  }
});
