import { expect, test } from 'vitest';
import { posts, type Post } from '#collections/posts.ts';
import { resources } from '#collections/resources.ts';
import { company } from '#data/company.ts';
import { team } from '#data/team.ts';
import { describeArticle } from '#documents/structured-data/articles.ts';
import { barePost } from '../../fixtures/records.ts';
import { describePage } from '#documents/structured-data/site.ts';

const post: Post = {
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

const describePost = (post: Post) =>
  describeArticle(posts, post, {
    type: 'BlogPosting',
    author: 'author',
    section: 'category',
    published: 'publishedDate',
  });

test('a post or resource has its last change, a post its day as written and a picture, and no field that is empty', () => {
  expect(describePost(post)).toMatchObject({
    datePublished: '2026-08-17',
    dateModified: '2026-09-01T10:00:00.000Z',
    image: expect.stringMatching(/^\/share\/[\da-f]{20}\.png$/) as string,
  });
  const { id, slug, title, updatedAt } = post;
  const empty = { author: '', subtitle: '', readTime: '', type: '', gradient: '' };
  const resource = { id, slug, title, updatedAt, ...empty };
  expect(describeArticle(resources, resource, { type: 'Article' })).toHaveProperty(
    'dateModified',
    post.updatedAt,
  );
  const bare = { ...post, author: '', publishedDate: 'soon', category: '', tags: [] };
  const node = describePost({ ...bare, updatedAt: '' });
  for (const name of ['author', 'datePublished', 'dateModified', 'articleSection', 'keywords'])
    expect(node).not.toHaveProperty(name);
  const early = describePost({ ...post, updatedAt: '2026-08-01T10:00:00.000Z' });
  expect(early).not.toHaveProperty('dateModified');
});

test('an author is a partner of the About page, the firm, or a person with a name only', () => {
  const about = { path: '/about', title: 'About', type: 'AboutPage' } as const;
  const described = JSON.stringify(describePage({ ...about, trail: undefined, language: 'en' }));
  const authorOf = (author: string): unknown => describePost({ ...post, author }).author;
  for (const { name } of team) {
    const author = authorOf(name);
    expect(author).toMatchObject({ '@type': 'Person', name });
    const id: unknown = Reflect.get(Object(author) as object, '@id');
    expect(described).toContain(`"@id":"${String(id)}"`);
  }
  const firm = { '@type': 'Organization', name: company.teamName };
  expect(authorOf(company.teamName)).toMatchObject(firm);
  const ada = { '@type': 'Person', name: 'Ada Author' };
  expect(authorOf('Ada Author')).toEqual(ada);
  expect(authorOf('Ada Author, Bob Writer')).toEqual([ada, { ...ada, name: 'Bob Writer' }]);
  const others = ['Bob Writer', 'דוד לוי'].map((name) => ({ ...ada, name }));
  expect(authorOf('Ada Author, Bob Writer, and דוד לוי')).toEqual([ada, ...others]);
  expect(authorOf('Ada Author, PhD')).toEqual({ ...ada, name: 'Ada Author, PhD' });
});
