/** Case studies: what the firm did for one client, and what came of it. */
import { defineCollection, field } from '#engine/declare/collections.ts';
import { routes } from '#data/routes.ts';
import { services } from '#data/services/index.ts';

export const caseStudies = defineCollection({
  name: 'caseStudies',
  contentType: 'caseStudy',
  title: 'Case study',
  help: 'What we did for one client, under /work.',
  fields: {
    title: field.text('Title', 'What changed, in one line.', { required: true }),
    slug: field.slug({ required: true }),
    client: field.text('Client', 'The name of the client; ours when empty.', {
      otherwise: 'A client who prefers to stay unnamed',
    }),
    summary: field.text('Summary', 'One or two sentences for the list and search results.', {
      required: true,
      isLong: true,
    }),
    figure: field.text('Figure', 'What came of it, such as "-38 %".'),
    figureLabel: field.text('Label of the figure', 'Such as "waste of fuel".'),
    picture: field.picture('Picture', 'At least 1,600 pixels wide.'),
    service: field.text('Service', 'The service that it belongs to.', {
      validations: [{ in: services.map(({ title }) => title) }],
    }),
    content: field.body({ required: true }),
  },
  pages: {
    path: routes.work,
    label: 'Work',
    head: { title: 'title', description: 'summary' },
    lead: 'summary',
    titles: { archive: (page) => `Our work, page ${page}` },
    words: {
      loadingList: 'Loading case studies...',
      loading: 'Loading case study...',
      listFailed: 'Failed to load case studies. Please try again later.',
      failed: 'Failed to load the case study. Please try again later.',
      notFound: 'Case study not found',
      back: 'Back to Our Work',
    },
    withoutType: 'the page /work is empty',
    search: { kind: 'Case study', words: ['client', 'service'] },
  },
});
