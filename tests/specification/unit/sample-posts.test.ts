/** The blog of the sample space: finished, valid, and with every feature of a post. */
import { existsSync, readFileSync } from 'node:fs';
import {
  BLOCKS,
  INLINES,
  MARKS,
  validateRichTextDocument,
  type Block,
  type Document,
  type Inline,
  type Text,
} from '@contentful/rich-text-types';
import { describe, expect, test } from 'vitest';
import { builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { flattenText, parseRichText } from '../../../src/engine/content/pull/rich-text/parse.ts';
import { assets } from '../../../scripts/content-service/sample/assets.ts';
import { sampleSpace } from '../../../scripts/content-service/sample/index.ts';
import { isRecord } from '../../../src/engine/unknown.ts';
import {
  categoryPath,
  postPath,
  resourcePath,
  routes,
  servicePath,
} from '../../../src/data/routes.ts';
import { categoryPages, services } from '../../../src/data/services/index.ts';
import { team } from '../../../src/data/team.ts';

type Node = Block | Inline | Text;

const { entries } = sampleSpace;
const posts = entries.filter(({ sys }) => sys.contentType.sys.id === 'blogPost');
const named = posts.map((post) => [String(post.fields.slug), post.fields] as const);
const lastDay = '2026-11-21';

const documentType: string = BLOCKS.DOCUMENT;
const isDocument = (value: unknown): value is Document =>
  isRecord(value) && value.nodeType === documentType;
const documentsOf = (fields: Record<string, unknown>) => Object.values(fields).filter(isDocument);

const withAllBelow = (node: Node): Node[] => [
  node,
  ...('content' in node ? node.content.flatMap(withAllBelow) : []),
];
const nodesOf = (fields: Record<string, unknown>) =>
  documentsOf(fields).flatMap(({ content }) => content.flatMap(withAllBelow));
const nodes = posts.flatMap(({ fields }) => nodesOf(fields));
const texts = nodes.filter((node) => 'value' in node);
const hasMark = (text: Text, type: string) => text.marks.some((mark) => mark.type === type);

/** Lists the links of a field or node: `Entry` or `Asset`, and the id. */
const linksIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if ('linkType' in value && 'id' in value)
    return [`${String(value.linkType)} ${String(value.id)}`];
  return Object.values(value).flatMap(linksIn);
};
const urisOf = (fields: Record<string, unknown>) =>
  nodesOf(fields).flatMap(({ nodeType, data }) =>
    nodeType === INLINES.HYPERLINK ? [String(data.uri)] : [],
  );

describe('the sample blog', () => {
  test('has at least eight finished posts, each with its own id and slug', () => {
    expect(posts.length).toBeGreaterThanOrEqual(8);
    const ids = [...entries, ...assets].map(({ sys }) => sys.id);
    expect(new Set(ids).size).toBe(ids.length);
    const slugs = named.map(([slug]) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('fills every field of a post in some entry', () => {
    expect(new Set(posts.flatMap(({ fields }) => Object.keys(fields)))).toEqual(
      new Set([
        ...['title', 'slug', 'author', 'publishedDate', 'featuredImage', 'excerpt', 'content'],
        ...['category', 'tags', 'seoTitle', 'seoDescription'],
      ]),
    );
  });

  test.each(['featuredImage', 'excerpt', 'seoTitle', 'seoDescription'])(
    'leaves %s to its default in some entry',
    (field) => {
      expect(posts.some(({ fields }) => !Object.hasOwn(fields, field))).toBe(true);
    },
  );

  test.each(['title', 'author', 'excerpt'])('has a %s as rich text in some entry', (field) => {
    expect(posts.some(({ fields }) => isDocument(fields[field]))).toBe(true);
  });

  test('dates posts by day and by time with an offset, none of them in the future', () => {
    const dates = posts.map(({ fields }) => String(fields.publishedDate));
    for (const date of dates) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2})?$/);
      expect(date.slice(0, 10) <= lastDay, date).toBe(true);
    }
    expect(dates.some((date) => date.length === 10)).toBe(true);
    expect(dates.some((date) => date.length > 10)).toBe(true);
  });

  test.each(Object.values(MARKS))('uses the mark %s', (mark) => {
    expect(texts.some((text) => hasMark(text, mark))).toBe(true);
  });

  // A resource link needs a second space, which the sample lacks.
  test.each(
    [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
      (nodeType) => nodeType !== BLOCKS.DOCUMENT && !nodeType.includes('resource'),
    ),
  )('uses the node %s', (nodeType) => {
    expect(nodes.some((node) => node.nodeType === nodeType)).toBe(true);
  });

  test('nests a list, breaks a line softly and has paragraphs that are all code', () => {
    const items = nodes.filter(({ nodeType }) => nodeType === BLOCKS.LIST_ITEM);
    const isList = ({ nodeType }: Node) => nodeType.endsWith('-list');
    expect(items.some((item) => 'content' in item && item.content.some(isList))).toBe(true);
    const broken = texts.filter(({ value }) => value.includes('\n'));
    expect(broken.some((text) => !hasMark(text, MARKS.CODE))).toBe(true);
    expect(broken.some((text) => hasMark(text, MARKS.CODE))).toBe(true);
  });
});

describe.each(named)('the post %s', (_slug, fields) => {
  test('has 400 to 1,200 words, a title, and an author of the team', () => {
    const words = parseRichText(fields.content).text.split(' ').length;
    expect(words).toBeGreaterThanOrEqual(400);
    expect(words).toBeLessThanOrEqual(1200);
    expect(flattenText(fields.title)).not.toBe('');
    expect(team.map(({ name }) => name)).toContain(flattenText(fields.author));
  });

  test('is valid rich text', () => {
    expect(isDocument(fields.content)).toBe(true);
    for (const document of documentsOf(fields))
      expect(validateRichTextDocument(document)).toEqual([]);
  });

  test('links to entries and assets that the space has', () => {
    const existing = [
      ...entries.map(({ sys }) => `Entry ${sys.id}`),
      ...assets.map(({ sys }) => `Asset ${sys.id}`),
    ];
    for (const link of linksIn(fields)) expect(existing).toContain(link);
  });

  test('links to existing pages, and to other sites by https', () => {
    const slugsOf = (contentType: string) =>
      entries.flatMap(({ sys, fields: { slug } }) =>
        sys.contentType.sys.id === contentType ? [String(slug)] : [],
      );
    const pages: string[] = [
      ...Object.values(routes),
      ...categoryPages.map(({ slug }) => categoryPath(slug)),
      ...services.map(({ category, slug }) => servicePath(category, slug)),
      ...slugsOf('blogPost').map(postPath),
      ...[...slugsOf('resource'), ...builtInResources.map(({ slug }) => slug)].map(resourcePath),
    ];
    for (const uri of urisOf(fields))
      if (uri.startsWith('/')) expect(pages).toContain(uri);
      else expect(uri).toMatch(/^https:\/\//);
  });
});

describe.each(assets.map(({ sys, fields }) => [sys.id, fields] as const))(
  'the asset %s',
  (id, { title, description, file }) => {
    test('is used, and has a description', () => {
      expect(entries.flatMap(({ fields }) => linksIn(fields))).toContain(`Asset ${id}`);
      expect(title).toMatch(/^[A-Z].{10,}/);
      if (file.contentType.startsWith('image/')) expect(description).toMatch(/^[A-Z].+\.$/);
    });

    test('has a file, and pictures contain no text', () => {
      const isPicture = file.contentType.startsWith('image/');
      const name = isPicture ? file.fileName.replace(/\.\w+$/, '.svg') : file.fileName;
      const url = new URL(
        `../../../scripts/content-service/sample/images/${name}`,
        import.meta.url,
      );
      expect(existsSync(url)).toBe(true);
      if (isPicture) expect(readFileSync(url, 'utf8')).not.toContain('<text');
    });
  },
);
