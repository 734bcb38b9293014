import { doc, h2, p } from '#data/built-in/document.ts';
import { post } from './entry.ts';

/** Entries that were saved, but not published: `npm run preview:drafts` shows it, the site does not. */
export const drafts = [
  post('post-first-marketing-hire', '2026-09-14T08:20:00.000Z', {
    title: 'Your first marketing hire should not be a strategist',
    slug: 'first-marketing-hire',
    author: 'Marta Lindqvist',
    publishedDate: '2026-09-21',
    excerpt:
      'Plans are cheap and pages are not. Why the first person in marketing should be someone who ships every week, and how to find out before you sign.',
    category: 'Marketing',
    tags: ['Marketing', 'Hiring'],
    content: doc(
      p(
        'The usual order is a head of marketing first, then someone to do the work. In a company of twenty it leaves you with a very good plan, and no one who can build the page that it asks for.',
      ),
      h2('Hire the work you have'),
      p(
        'Write down what marketing has to produce in the next quarter: four customer stories, a pricing page, a list that is mailed twice a month. Whoever has made these things before, alone and on time, is the person to look for.',
      ),
      h2('A trial that tells you more than a portfolio'),
      p(
        'Pay for two days. Hand over one real customer, one recording of a sales call and the login to your site, and ask for a draft of the story at the end. You will see how they ask, how they cut and whether they finish.',
      ),
    ),
  }),
];
