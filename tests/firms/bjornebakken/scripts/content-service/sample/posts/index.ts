import { b, doc, h2, p } from '../../../../src/content/fallback/document.ts';
import { post } from '../entry.ts';

export const posts = [
  post('tide', '2026-05-04T08:00:00.000Z', {
    title: 'What Łódź, Žižkov and Győr taught us about cold warehouses',
    slug: 'cold-warehouses',
    author: 'Łucja Žižková',
    publishedDate: '2026-05-04',
    excerpt: 'Three cities, one mistake: the door that nobody owns.',
    featuredImage: 'compass',
    category: 'Operations',
    tags: ['Warehouse', 'Cold'],
    content: doc(
      h2('The door'),
      p('It stands open for four hours a day. ', b('Nobody'), ' is to blame, so nobody shuts it.'),
      h2('The list'),
      p('We hung a list beside it.'),
    ),
  }),
  post('ferries', '2026-03-02T08:00:00.000Z', {
    title: 'Ferries leave on time',
    slug: 'ferries',
    author: 'Mihai Negruțescu',
    publishedDate: '2026-03-02',
    excerpt: 'What a timetable does to a company that never had one.',
    tags: ['Warehouse'],
    content: doc(p('A ferry that waits for one lorry makes forty others late.')),
  }),
  post('adjectives', '2025-11-10T08:00:00.000Z', {
    title: 'A catalogue without adjectives',
    slug: 'without-adjectives',
    author: 'Alaric Featherstonhaugh',
    publishedDate: '2025-11-10',
    excerpt: 'We took out nine hundred words, and orders went up.',
    content: doc(p('Weight, size, price, picture. The rest was for us.')),
  }),
];
