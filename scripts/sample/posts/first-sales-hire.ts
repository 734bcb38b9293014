import {
  a,
  b,
  doc,
  h2,
  h3,
  h4,
  h5,
  h6,
  i,
  inlineEntry,
  ol,
  p,
  quote,
  ul,
} from '#data/built-in/document.ts';
import { post } from '../entry.ts';

export const firstSalesHire = post('post-first-sales-hire', '2026-03-16T09:20:00.000Z', {
  title: 'Before you hire your first salesperson, sell it ten more times yourself',
  slug: 'before-your-first-sales-hire',
  author: 'Marta Lindqvist',
  featuredImage: 'asset-door',
  publishedDate: '2026-03-16',
  excerpt:
    'The first sales hire fails so often that founders call it normal. What prevents it is four handwritten pages, and ten more customers that you win by following them.',
  category: 'Sales',
  tags: ['Sales process', 'Growth'],
  seoTitle: 'Before you hire your first salesperson',
  seoDescription:
    'What to write down before you hire a first salesperson: four handwritten pages, and ten more customers that you win by following them.',
  content: doc(
    p(
      'You closed the first thirty customers yourself. You are tired of it, the product needs you, and an impressive person with a famous company on the résumé says they can take it from here. Nine months later the pipeline is full of friendly conversations and nothing has closed. You decide that salespeople do not understand your product.',
    ),
    p(
      'There is a simpler explanation. You sold with three things a hire does not have: the right to change the roadmap in the meeting, a title that opens doors, and an instinct you never wrote down. You hired someone to repeat a process that did not exist yet.',
    ),
    h2('Put four pages on paper'),
    p('Do this before the job ad. Bad handwriting will do.'),
    h3('Page one: who buys, and when'),
    p(
      'Take the last ten customers. Industry and size are on their website, so skip those. Write down what had just happened in their company when they called you. That is the ',
      i('event'),
      '. A new boss, a failed audit, a competitor’s launch, a spreadsheet that finally broke. If a handful of events covers most of the ten, you know whom a seller should look for. If you have ten different events, hold off on the hire.',
    ),
    h3('Page two: the call'),
    p(
      'Record your next five calls, with permission, and write down the questions you ask in the order you ask them. You think that you improvise. On paper you will find six or seven questions that come up every time.',
    ),
    h4('The question after which the voice changes'),
    p(
      'On each recording there is a moment when the other person stops being polite and starts telling you things. Find the question just before it and put a box around it.',
    ),
    h5('Listen twice'),
    p('The first time you will hear your own pitch. The second time you will hear the customer.'),
    h6('Write it as it was said'),
    p('Tidied-up sentences lose the part that works.'),
    h3('Page three: the no'),
    p(
      'The five objections, and what you say to each. Mark every answer that comes down to “we could build that”. Your hire cannot say it, so find another answer now, or accept that these deals will be lost.',
    ),
    h3('Page four: the numbers'),
    ul(
      'conversations needed for one proposal;',
      'proposals needed for one customer;',
      'days from first call to signature;',
      'price paid, and discount given, for the last ten.',
    ),
    p(
      'These decide whether you can afford the hire at all. Say it takes twelve conversations to win a customer worth $9,000 a year, and a new seller holds six a week once trained. That is two customers a month, or $18,000 of yearly revenue for each month worked. Set this against the salary, and then against the four months in which the result is nearly zero.',
    ),
    h2('Ten more, by the book'),
    p(
      'Now sell to ten more customers using only your four pages. No roadmap promises and no founder discount. Have someone else run the demo once and watch where the buyer gets lost. Correct the pages after each call, in another color.',
    ),
    p(
      'When eight calls out of ten follow the page, you have something that can be taught. If you cannot get there, the product or the market is still moving. No salesperson will hold it still for you, however good.',
    ),
    quote(
      'The first seller’s job is to do what you do more often than you can. Finding out how to do it is still yours.',
    ),
    h2('Then hire two'),
    p(
      'If you can afford it, hire two people for the same job on the same day. When one person fails, you cannot tell whether it was the person or the process. With two you will know within a quarter.',
    ),
    ol(
      [b('Weeks 1 and 2. '), 'They listen to your recordings and run the call with each other.'],
      [b('Weeks 3 and 4. '), 'You run the calls. They take the notes and write the follow-ups.'],
      [b('Weeks 5 to 8. '), 'They run the calls. You keep quiet and review afterwards.'],
      [b('From week 9. '), 'A number each, and a pipeline review with you every Monday.'],
    ),
    p(
      'The hard part for you is the silence in weeks five to eight. You will hear a good lead being handled worse than you would have handled it. Write it down, say it afterwards, and do not take over the call. The day you step in, you are the salesperson again, and everyone on the call knows it.',
    ),
    p(
      'For the Monday review you need a CRM that tells the truth, which is a small project of its own: ',
      inlineEntry('post-crm-hygiene'),
      '. And if you would like someone to sit in on the ten calls and hold the pen, that is how ',
      a('/services/sales/process-optimization', 'sales process optimization'),
      ' begins.',
    ),
  ),
});
