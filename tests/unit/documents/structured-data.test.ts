import { describe, expect, test } from 'vitest';
import type { PostSummary } from '../../../src/engine/content/read.ts';
import { company } from '../../../src/data/company.ts';
import { team } from '../../../src/data/team.ts';
import { describePost, describeResource } from '../../../src/documents/structured-data/articles.ts';
import { renderGraph } from '../../../src/documents/structured-data/graph.ts';
import { barePost } from '../../fixtures/records.ts';
import { describePage } from '../../../src/documents/structured-data/site.ts';

const origin = 'https://www.company.example';

const post: PostSummary = {
  ...barePost,
  slug: 'a-post',
  title: 'A post',
  author: 'Ada Author',
  publishedDate: '2026-08-17T23:30:00-07:00',
  excerpt: 'Short.',
  category: 'Growth',
  tags: ['Pricing'],
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

test('a title that tries to end the script stays text', () => {
  const hostile = `</script><script>alert(1)</script><!-- ]]> \u2028\u2029 & "quoted" \\u003c`;
  const described = describePost({ ...post, title: hostile, author: hostile, tags: [hostile] });
  const text = renderGraph([described], origin);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toMatchObject({ '@graph': [{ headline: hostile }] });
});

test('only paths of the site become absolute', () => {
  const node = {
    '@type': 'Article',
    '@id': '/about#ada',
    url: '/about',
    headline: '/blog',
  } as const;
  const image = 'https://images.example/a.png';
  expect(JSON.parse(renderGraph([{ ...node, image }], `${origin}/blog/a-post`))).toEqual({
    '@context': 'https://schema.org',
    '@graph': [{ ...node, image, '@id': `${origin}/about#ada`, url: `${origin}/about` }],
  });
});

describe('a post', () => {
  test('has its calendar day as written, its last change, and without a picture its share image', () => {
    expect(describePost(post)).toMatchObject({
      datePublished: '2026-08-17',
      dateModified: '2026-09-01T10:00:00.000Z',
      image: expect.stringMatching(/^\/share\/[\da-f]{20}\.png$/) as string,
    });
  });

  test('leaves out empty fields, and a modification before its publishing day', () => {
    const early = describePost({ ...post, updatedAt: '2026-08-01T10:00:00.000Z' });
    expect(early).not.toHaveProperty('dateModified');
    const bare = { ...post, author: '', publishedDate: 'soon', category: '', tags: [] };
    const node = describePost({ ...bare, updatedAt: '' });
    for (const name of ['author', 'datePublished', 'dateModified', 'articleSection', 'keywords'])
      expect(node).not.toHaveProperty(name);
  });
});

describe('an author', () => {
  test('who is a partner is the person of the About page', () => {
    const about = { path: '/about', title: 'About', type: 'AboutPage', trail: undefined } as const;
    const described = JSON.stringify(describePage(about));
    for (const { name } of team) {
      const { author } = describePost({ ...post, author: name });
      expect(author).toMatchObject({ '@type': 'Person', name });
      const id: unknown = Reflect.get(Object(author) as object, '@id');
      expect(described).toContain(`"@id":"${String(id)}"`);
    }
  });

  test('with the name of the firm is an organization', () => {
    expect(describeResource(resource)).toMatchObject({
      author: { '@type': 'Organization', name: company.teamName },
    });
  });

  test('with any other name is a person with a name only', () => {
    expect(describePost(post).author).toEqual({ '@type': 'Person', name: 'Ada Author' });
  });
});
