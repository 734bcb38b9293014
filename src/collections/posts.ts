import {
  defineCollection,
  entryLimits,
  field,
  type RecordOf,
} from '#engine/declare/collections.ts';
import { messages } from '#data/messages.ts';
import { routes } from '#data/routes.ts';

const ofSearch = 'For search results and shared links; ';

export const posts = defineCollection({
  name: 'posts',
  contentType: 'blogPost',
  title: 'Blog post',
  help: 'An article under /blog. The newest one is the featured post.',
  fields: {
    title: field.text(
      'Title',
      `The headline. Search results show about ${entryLimits.title} characters of it.`,
      { required: true },
    ),
    slug: field.slug({ required: true }),
    author: field.text('Author', 'The name under the headline.'),
    publishedDate: field.date(
      'Published date',
      'Orders the blog. A post with a future date appears on that day.',
      { required: true },
    ),
    featuredImage: field.picture(
      'Featured image',
      'At least 1,600 pixels wide. Its title is read out to those who cannot see it. Without an image the site draws a cover.',
    ),
    excerpt: field.text(
      'Excerpt',
      `One or two sentences for lists and feeds, and for search results when there is no SEO description (${entryLimits.description} characters there).`,
      { isLong: true },
    ),
    content: field.body({ required: true }),
    category: field.text('Category', 'One subject, such as Growth or CRM.'),
    tags: field.tags(
      'Tags',
      'Each tag has a page of its own. Spell a tag as it is spelled elsewhere.',
    ),
    seoTitle: field.text('SEO title', `${ofSearch}the title when empty.`, {
      otherwise: { field: 'title' },
      validations: [{ size: { max: entryLimits.title } }],
    }),
    seoDescription: field.text('SEO description', `${ofSearch}the excerpt when empty.`, {
      otherwise: { field: 'excerpt' },
      validations: [{ size: { max: entryLimits.description } }],
    }),
  },
  date: 'publishedDate',
  withheldUntil: 'publishedDate',
  pages: {
    path: routes.blog,
    label: 'Blog',
    tags: 'tags',
    head: { title: 'seoTitle', description: 'seoDescription' },
    lead: 'excerpt',
    // The featured post and 24 others.
    shownFirst: 25,
    titles: {
      archive: (page) => `Blog archive, page ${page}`,
      tag: (label) => `Articles on ${label}`,
    },
    words: messages.posts,
    withoutType: 'the blog is empty',
    search: { kind: 'Article', words: ['author', 'tags'] },
  },
});

export type Post = RecordOf<(typeof posts)['fields']>;
