import { b, doc, h2, h5, h6, h3, h4, i, inlineEntry, ol, p, quote, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const firstSalesHire = post('post-first-sales-hire', '2026-05-11T09:20:00.000Z', {
  title: 'Before you hire your first salesperson, sell it ten more times yourself',
  slug: 'before-your-first-sales-hire',
  author: 'Marta Lindqvist',
  publishedDate: '2026-05-11',
  excerpt:
    'The first sales hire fails so often that founders call it normal. It is avoidable, and the work that avoids it takes about eight weeks.',
  tags: ['Sales process', 'Hiring', 'Growth'],
  seoTitle: 'Before you hire your first salesperson',
  content: doc(
    p(
      'You have closed the first thirty customers yourself. You are tired of it, the product needs you, and an impressive person with a big company on the CV says they can take it from here. Nine months later the pipeline is full of friendly conversations and nothing has closed. You conclude that salespeople do not understand the product.',
    ),
    p(
      'What happened is simpler. You sold with things a hire does not have: the right to change the roadmap in the meeting, a title that opens doors, and an instinct you never wrote down. You hired somebody to repeat a process that did not exist.',
    ),
    h2('What has to be on paper first'),
    p('Before the job ad, write these four pages. Bad handwriting will do.'),
    h3('Page one: who buys'),
    p(
      'The last ten customers. What had just happened in their company when they called you? Not their industry and size: the ',
      i('event'),
      '. A new boss, a failed audit, a competitor’s launch, a spreadsheet that finally broke. Three events will cover seven of the ten.',
    ),
    h3('Page two: the call'),
    p(
      'Record your next five calls and write down the questions you ask, in order. You believe you improvise. You do not. There will be six or seven questions that come up every time, and one after which the prospect’s voice changes.',
    ),
    h4('The question after which the voice changes'),
    p('Put it in a box. It is the most valuable sentence in the company.'),
    h5('Listen twice'),
    p('The first time you will hear your own pitch. The second time you will hear the customer.'),
    h6('And write it as it was said'),
    p('Tidied-up quotes lose the part that works.'),
    h3('Page three: the no'),
    p(
      'The five objections, and what you say. Mark the ones where your answer is “we could build that”. Your hire cannot say it, so find another answer or accept the loss.',
    ),
    h3('Page four: the numbers'),
    ul(
      'conversations needed for one proposal;',
      'proposals needed for one customer;',
      'days from first call to signature;',
      'price paid, and discount given, for the last ten.',
    ),
    h2('Ten more, by the book'),
    p(
      'Now sell ten more customers using only the four pages. No roadmap promises. No founder discount. Let somebody else run the demo once, and watch where they get lost. When eight of ten calls follow the page, you have something that can be taught.',
    ),
    quote(
      'You are not hiring someone to find out how to sell it. You are hiring someone to do it more often than you can.',
    ),
    h2('Then hire two'),
    p(
      'If you can afford it, hire two people for the same job on the same day. With one, you will never know whether the person or the process failed. With two, you will know within a quarter.',
    ),
    ol(
      [b('Weeks 1 and 2: '), 'they listen to your recordings and run the call with each other.'],
      [b('Weeks 3 and 4: '), 'you run the calls, they take the notes and write the follow-ups.'],
      [b('Weeks 5 to 8: '), 'they run the calls, you stay silent and review afterwards.'],
      [b('From week 9: '), 'a number each, and a pipeline review with you every Monday.'],
    ),
    p(
      'For that Monday review you need a CRM that tells the truth, which is its own small project: ',
      inlineEntry('post-crm-hygiene'),
      '.',
    ),
  ),
});
