import { defineCollection, field } from './engine/declare/collections.ts';
import type { Site } from './engine/declare/declaration.ts';

export const journal = defineCollection({
  name: 'journal',
  contentType: 'journalEntry',
  title: 'Journal entry',
  help: 'One walk, under /journal.',
  date: 'day',
  fields: {
    title: field.text('Title', 'Where it went.', { required: true }),
    slug: field.slug({ required: true }),
    day: field.date('Day', 'When it was.', { required: true }),
    summary: field.text('Summary', 'One sentence for the list.'),
    photo: field.picture('Photo', 'At least 960 pixels wide.'),
    content: field.body(),
  },
  pages: {
    path: '/journal',
    head: { title: 'title', description: 'summary' },
    lead: 'summary',
    words: {
      loading: 'The entry is coming …',
      failed: 'The entry could not be loaded.',
      notFound: 'There is no such entry',
      back: 'Back to the journal',
    },
  },
});

/** Shown on the page about the author, and at no address of its own. */
export const gear = defineCollection({
  name: 'gear',
  contentType: 'gear',
  title: 'Piece of gear',
  help: 'What is in the bag.',
  fields: {
    thing: field.text('Thing', 'What it is called.', { required: true }),
    grams: field.number('Weight', 'In grams.'),
  },
});

export const site = {
  name: 'Hill Journal',
  timeZone: 'Europe/Vienna',
  collections: [journal, gear],
  feed: { path: '/rss.xml', type: 'application/rss+xml; charset=utf-8' },
} satisfies Site;
