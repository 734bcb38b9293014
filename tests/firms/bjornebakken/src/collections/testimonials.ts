/** What clients say, on the home page. */
import { defineCollection, field } from '#engine/declare/collections.ts';
import { people } from './people.ts';

export const testimonials = defineCollection({
  name: 'testimonials',
  contentType: 'testimonial',
  title: 'Testimonial',
  help: 'What a client says of us, on the home page.',
  fields: {
    quote: field.text('Quote', 'One or two sentences.', { isLong: true, required: true }),
    by: field.entry('By', 'Who says it.', [people], { required: true }),
    place: field.number('Place', '1 stands first.'),
  },
});
