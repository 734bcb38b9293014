import { expect, test } from 'vitest';
import type { Post, Resource } from '../../../src/engine/content/read.ts';
import {
  renderPostMarkdown,
  renderResourceMarkdown,
} from '../../../src/documents/markdown/article.ts';
import { renderOverview } from '../../../src/documents/markdown/overview.ts';

const site = new URL('https://www.company.example');

const post: Post = {
  id: '1',
  slug: 'a-post',
  title: 'Prices <b> & *promises*',
  author: 'Ada Author',
  publishedDate: '2026-08-17T23:30:00-07:00',
  excerpt: '# Short.',
  category: '',
  tags: [],
  seoTitle: '',
  seoDescription: '',
  image: {
    src: '/media/a.png',
    alt: 'A [line]',
    width: 1,
    height: 1,
    sources: [],
    srcset: '',
  },
  readingMinutes: 1,
  updatedAt: '',
  body: {
    html: '<p>See <a href="/resources/b">b</a> and <a href="#c">c</a>.</p><h2 id="c">C</h2>',
    headings: [],
  },
};

const resource: Resource = {
  id: '2',
  slug: 'b',
  title: 'B',
  subtitle: '',
  author: 'The Team',
  readTime: '10 min',
  type: 'Guide',
  gradient: '',
  updatedAt: '',
  body: { html: '', headings: [] },
};

test('a post has its title, author, day, address, excerpt, picture and body, with absolute addresses', () => {
  expect(renderPostMarkdown(post, site)).toBe(
    [
      '# Prices \\<b> & \\*promises\\*',
      'By Ada Author · August 17, 2026',
      'Canonical: <https://www.company.example/blog/a-post>',
      '\\# Short.',
      '![A \\[line\\]](https://www.company.example/media/a.png)',
      'See [b](https://www.company.example/resources/b) and [c](https://www.company.example/blog/a-post#c).',
      '## C\n',
    ].join('\n\n'),
  );
});

test('empty fields of a post leave no gap', () => {
  const bare = { ...post, author: '', publishedDate: '', excerpt: '', image: null };
  expect(renderPostMarkdown({ ...bare, body: { html: '', headings: [] } }, site)).toBe(
    '# Prices \\<b> & \\*promises\\*\n\nCanonical: <https://www.company.example/blog/a-post>\n',
  );
});

test('a resource has its type, author and read time', () => {
  expect(renderResourceMarkdown(resource, site)).toBe(
    '# B\n\nGuide · By The Team · 10 min read\n\nCanonical: <https://www.company.example/resources/b>\n',
  );
});

test('the overview links the Markdown of every entry, and has no empty sections', () => {
  const overview = renderOverview([post], [], site);
  expect(overview).toContain(
    '## Articles\n\n- [Prices \\<b> & \\*promises\\*](https://www.company.example/blog/a-post.md): # Short.\n',
  );
  expect(overview).not.toContain('## Resources');
  expect(renderOverview([], [resource], site)).toContain(
    '- [B](https://www.company.example/resources/b.md)\n',
  );
});
