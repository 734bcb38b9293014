import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import type { PostSummary } from '../../../src/engine/content/read.ts';
import { company } from '../../../src/data/company.ts';
import { team } from '../../../src/data/team.ts';
import { describePost, describeResource } from '../../../src/documents/structured-data/articles.ts';
import { renderGraph } from '../../../src/documents/structured-data/graph.ts';
import { describePage } from '../../../src/documents/structured-data/site.ts';

const origin = 'https://www.company.example';

const post: PostSummary = {
  id: '1',
  slug: 'a-post',
  title: 'A post',
  author: 'Ada Author',
  publishedDate: '2026-08-17T23:30:00-07:00',
  excerpt: 'Short.',
  category: 'Growth',
  tags: ['Pricing'],
  seoTitle: 'A post',
  seoDescription: 'Short.',
  image: null,
  readingMinutes: 3,
  updatedAt: '2026-09-01T10:00:00.000Z',
};

const resource = {
  id: '2',
  slug: 'a-guide',
  title: 'A guide',
  subtitle: '',
  author: company.teamName,
  readTime: '10 min',
  type: 'Guide',
  gradient: 'purple-to-blue',
  updatedAt: '',
};

describe('a title that tries to end the script', () => {
  const hostile = `</script><script>alert(1)</script><!-- ]]> \u2028\u2029 & "quoted" \\u003c`;
  const nodes = [
    ...describePage({
      path: '/blog/a-post',
      title: hostile,
      type: 'WebPage',
      trail: [{ label: hostile }],
    }),
    describePost({ ...post, title: hostile, author: hostile, category: hostile, tags: [hostile] }),
  ];
  const text = renderGraph(nodes, origin);

  test('stays text: the document has one script, and the graph has the title', () => {
    const document = parseFragment(`<script type="application/ld+json">${text}</script><p></p>`);
    expect(document.childNodes.map(({ nodeName }) => nodeName)).toEqual(['script', 'p']);
    const graph: unknown = JSON.parse(text);
    expect(graph).toMatchObject({
      '@graph': expect.arrayContaining([expect.objectContaining({ headline: hostile })]),
    });
  });

  test('has no unescaped character that HTML or old scripts would interpret', () => {
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  });
});

test('only paths of the site become absolute', () => {
  const graph: unknown = JSON.parse(
    renderGraph(
      [
        { '@type': 'Person', '@id': '/about#ada', name: '/a', url: '/about' },
        { '@type': 'Article', image: 'https://images.example/a.png', headline: '/blog' },
      ],
      `${origin}/blog/a-post`,
    ),
  );
  expect(graph).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Person', '@id': `${origin}/about#ada`, name: '/a', url: `${origin}/about` },
      { '@type': 'Article', image: 'https://images.example/a.png', headline: '/blog' },
    ],
  });
});

describe('a post', () => {
  test('is dated by its calendar day as written', () => {
    expect(describePost(post)).toMatchObject({
      datePublished: '2026-08-17',
      dateModified: '2026-09-01T10:00:00.000Z',
    });
  });

  test('has no modification before its publishing day', () => {
    const early = describePost({ ...post, updatedAt: '2026-08-01T10:00:00.000Z' });
    expect(early).not.toHaveProperty('dateModified');
  });

  test('leaves out empty fields', () => {
    const bare = { ...post, author: '', publishedDate: 'soon', category: '', tags: [] };
    const node = describePost({ ...bare, updatedAt: '' });
    for (const name of ['author', 'datePublished', 'dateModified', 'articleSection', 'keywords'])
      expect(node).not.toHaveProperty(name);
  });

  test('without a picture has its share image', () => {
    expect(describePost(post)).toMatchObject({
      image: expect.stringMatching(/^\/share\/[\da-f]{20}\.png$/),
    });
  });
});

describe('an author', () => {
  test.for(team.map(({ name }) => name))('%s is the partner of the About page', (author) => {
    const id: unknown = expect.stringMatching(/^\/about#/);
    const described = describePost({ ...post, author });
    expect(described).toMatchObject({ author: { '@type': 'Person', '@id': id, name: author } });
    const [own] = /"\/about#[^"]+"/.exec(JSON.stringify(described)) ?? [''];
    const page = { path: '/about', title: 'About', type: 'AboutPage', trail: undefined } as const;
    expect(JSON.stringify(describePage(page))).toContain(own);
  });

  test('with the name of the firm is an organization', () => {
    expect(describeResource(resource)).toMatchObject({
      author: { '@type': 'Organization', name: company.teamName },
    });
  });

  test('with any other name is a person with a name only', () => {
    expect(describePost(post)).toMatchObject({ author: { '@type': 'Person', name: 'Ada Author' } });
    expect(JSON.stringify(describePost(post))).not.toContain('/about');
  });
});
