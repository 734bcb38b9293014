/** People outside of the firm, who speak at events and say what they think of us. */
import { defineCollection, field } from '#engine/declare/collections.ts';

export const people = defineCollection({
  name: 'people',
  contentType: 'person',
  title: 'Person',
  help: 'Who speaks at an event, or is quoted. A person has no page.',
  fields: {
    name: field.text('Name', 'First and last name.', { required: true }),
    role: field.text('Role', 'What the person does, and where.'),
    photo: field.picture('Photo', 'A portrait, at least 400 pixels wide.'),
  },
});
