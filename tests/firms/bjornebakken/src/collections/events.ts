/** What the firm invites to. */
import { defineCollection, field } from '#engine/declare/collections.ts';
import { routes } from '#data/routes.ts';
import { caseStudies } from './case-studies.ts';
import { people } from './people.ts';
import { posts } from './posts.ts';

export const events = defineCollection({
  name: 'events',
  contentType: 'event',
  title: 'Event',
  help: 'What we invite to, under /events. What is coming comes first.',
  fields: {
    title: field.text('Title', 'What it is called.', { required: true }),
    slug: field.slug({ required: true }),
    summary: field.text('Summary', 'One or two sentences for the list and search results.', {
      required: true,
      isLong: true,
    }),
    starts: field.date('Starts', 'Day and time.', { hasTime: true, required: true }),
    seats: field.number('Seats', 'How many there are.'),
    isFree: field.boolean('Free', 'Whether nobody pays.'),
    place: field.choice('Place', 'Where it is.', ['Bergen', 'Online'], { otherwise: 'Bergen' }),
    speakers: field.entries('Speakers', 'Who speaks, in order.', [people]),
    reading: field.entries('Reading', 'What to read before.', [posts, caseStudies]),
    content: field.body({ required: true }),
  },
  date: 'starts',
  comingFirst: true,
  pages: {
    path: routes.events,
    label: 'Events',
    head: { title: 'title', description: 'summary' },
    lead: 'summary',
    shownFirst: 6,
    titles: { archive: (page) => `Our events, page ${page}` },
    words: {
      loadingList: 'Loading events...',
      loading: 'Loading event...',
      listFailed: 'Failed to load events. Please try again later.',
      failed: 'Failed to load the event. Please try again later.',
      notFound: 'Event not found',
      back: 'Back to Our Events',
    },
    withoutType: 'the page /events is empty',
    search: { kind: 'Event', words: ['place'] },
  },
});
