import {
  defineCollection,
  entryLimits,
  field,
  type RecordOf,
} from '#engine/declare/collections.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { company } from '#data/company.ts';
import { messages } from '#data/messages.ts';
import { routes } from '#data/routes.ts';

export const resources = defineCollection({
  name: 'resources',
  contentType: 'resource',
  title: 'Resource',
  help: 'A guide, playbook or template under /resources. The newest one is featured.',
  fields: {
    title: field.text(
      'Title',
      `What it is called. Search results show about ${entryLimits.title} characters.`,
      { required: true },
    ),
    slug: field.slug({ required: true }),
    subtitle: field.text(
      'Subtitle',
      `What a reader gets, in a sentence of up to ${entryLimits.description} characters: it stands on the card and in search results.`,
      { required: true },
    ),
    author: field.text('Author', 'The team when empty.', { otherwise: company.teamName }),
    readTime: field.text('Read time', 'Such as "12 min"; "10 min" when empty.', {
      otherwise: '10 min',
      // Editors write '10', '10 minutes', '10-minute read' and 'Read time: 10 min'.
      format: (text) =>
        text
          .replace(/^read(?:ing)?(?: time)?:?\s+|\s*\bread(?:ing)?(?: time)?$/gi, '')
          .replace(/^([\d.,]+(?:\s*[-–]\s*\d+)?)[\s-]*(?:min(?:ute)?s?\.?|['′])?$/i, '$1 min'),
      validations: [
        { regexp: { pattern: '^\\d+( min)?$', flags: '' }, message: 'Write it as "12 min".' },
      ],
    }),
    type: field.text('Type', 'On the badge: Guide, Playbook, Checklist. "Guide" when empty.', {
      otherwise: 'Guide',
    }),
    gradient: field.text('Gradient', 'Colors of the cover; purple to blue when empty.', {
      otherwise: 'purple-to-blue',
      validations: [{ in: ['purple-to-blue', 'brown-to-gold', 'green-to-blue', 'blue-to-green'] }],
    }),
    content: field.body({ required: true }),
  },
  pages: {
    path: routes.resources,
    label: 'Resources',
    head: { title: 'title', description: 'subtitle' },
    lead: 'subtitle',
    gradient: 'gradient',
    scene: 'type',
    shownFirst: 24,
    titles: { archive: (page) => `Growth Resources, page ${page}` },
    words: messages.resources,
    withoutType: 'the site has its built-in resources only',
    builtIn: builtInResources,
    search: { kind: { field: 'type' } },
  },
});

export type Resource = RecordOf<(typeof resources)['fields']>;
