/** One sentence on every page, until its last day. */
import { defineCollection, field } from '#engine/declare/collections.ts';

export const announcements = defineCollection({
  name: 'announcements',
  contentType: 'announcement',
  title: 'Announcement',
  help: 'One sentence on every page. The one with the newest first day is shown.',
  date: 'firstDay',
  withheldUntil: 'firstDay',
  isSingle: true,
  fields: {
    text: field.text('Text', 'One sentence.', { required: true }),
    firstDay: field.date('First day', 'The sentence appears on that day.', { required: true }),
    lastDay: field.date('Last day', 'The last day on which it is shown.', { required: true }),
  },
});
