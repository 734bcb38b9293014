import { a, asset, b, doc, entryLink, h2, h3, i, ol, p, quote, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const growthPlateau = post('post-growth-plateau', '2026-11-09T08:30:00.000Z', {
  title: 'Why your growth stalled, and why more leads will not fix it',
  slug: 'why-your-growth-stalled',
  author: 'Marta Lindqvist',
  publishedDate: '2026-11-09',
  featuredImage: 'asset-plateau',
  excerpt:
    'A plateau almost never starts where you notice it. Here is how to find the stage that stopped carrying the rest, in one afternoon and with numbers you already have.',
  category: 'Growth',
  tags: ['Growth', 'Pipeline', 'Metrics'],
  seoTitle: 'Why growth stalls, and how to find the constraint',
  seoDescription:
    'A practical way to find the stage of your funnel that limits growth, with a worked example and the questions to ask before you buy more leads.',
  content: doc(
    p(
      'The call usually comes in the third flat month. Two are a season, three are a pattern, and by then somebody has already proposed the answer: more leads. A bigger ad budget, a second SDR, a sponsorship. It is a comfortable answer, because it asks nothing of the people in the room.',
    ),
    p(
      'It is also wrong more often than it is right. In most of the plateaus we have worked on, the company already had enough demand to grow. Something further down had stopped carrying it.',
    ),
    h2('A plateau is a capacity problem in disguise'),
    p(
      'Think of your company as a line of people passing buckets. When the line slows, the person at the well is the one you can see standing around. Bringing more water does not help if the fourth person has a hole in the bucket.',
    ),
    p('The holes are dull. In the order in which we meet them:'),
    ol(
      'Leads wait. The first reply takes days, and by then the buyer has moved on.',
      'Onboarding has no owner, so new customers reach the first useful result late or never.',
      'The best salesperson carries the number, and her week is full.',
      'Churn grew with the customer base, and now eats what is won.',
    ),
    p(
      'None of these shows up in a report about marketing. All of them look, from the top, like a lack of leads.',
    ),
    asset('asset-funnel-diagram'),
    h2('Find the stage in one afternoon'),
    p(
      'Take one full quarter. Write down how many companies entered each stage, how many left it for the next, and how long that took. Use the CRM if you trust it and a sample of thirty if you do not.',
    ),
    h3('A worked example'),
    p(
      'Say you have 400 leads a quarter. 140 of them get a first call, 60 see a demo, 20 receive a proposal, 12 sign. The conversion from lead to call is 35 percent, and the median wait for that call is six days.',
    ),
    p(
      'Buying 100 more leads at the same rates gives you three more customers. Now suppose you answer within a day and half of your leads get a call instead of a third. That is 60 more calls and, with the later rates unchanged, ',
      b('five more customers from the leads you have already paid for'),
      '. The numbers in your company will differ. The comparison is what counts.',
    ),
    h2('Ask the questions nobody owns'),
    p('Before any budget moves, put these to the people who do the work:'),
    ul(
      'What did the last lead who went quiet ask, and when did we answer?',
      'Which step do you do by hand because the tool is set up for something else?',
      'Which customer signed and never really started? Who noticed?',
      ['What would break if we had ', i('twice'), ' the leads on Monday?'],
    ),
    quote(
      'If the honest answer to the last one is “everything after the form”, you have found it.',
    ),
    p(
      'We wrote the whole method down in the ',
      a('/resources/growth-playbook', 'Growth Playbook'),
      '. If the slow stage turns out to be the handover between teams, start with ',
      entryLink('post-revops-handoffs', 'the five handoffs that lose revenue'),
      '.',
    ),
    h2('And when it really is leads'),
    p(
      'Sometimes it is. Calls are answered the same day, demos convert, customers stay, and sales has gaps in the calendar. Then buy demand with a clear conscience. You will know what each new lead is worth, because every stage behind it holds.',
    ),
  ),
});
