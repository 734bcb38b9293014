import {
  asset,
  b,
  doc,
  entryLink,
  h2,
  h3,
  i,
  ol,
  p,
  quote,
  table,
  ul,
} from '#data/built-in/document.ts';
import { guideLink, post } from '../entry.ts';

export const growthPlateau = post('post-growth-plateau', '2026-11-09T08:30:00.000Z', {
  title: 'Why your growth stalled, and why more leads will not fix it',
  slug: 'why-your-growth-stalled',
  author: 'Marta Lindqvist',
  publishedDate: '2026-11-09',
  featuredImage: 'asset-plateau',
  excerpt:
    'A plateau rarely starts where you notice it. Two calculations, both with numbers you already have, show which stage stopped carrying the rest.',
  category: 'Growth',
  tags: ['Growth', 'Pipeline', 'Metrics'],
  seoTitle: 'Why growth stalls, and how to find the constraint',
  seoDescription:
    'Two calculations that find the stage of your funnel that limits growth, with worked examples and the questions to ask before you buy more leads.',
  content: doc(
    p(
      'Founders call us in the third flat month. Two months can be a season, three look like a pattern, and by then an answer has already been proposed, which is more leads: a bigger ad budget, a second SDR, a sponsorship. It is a comfortable answer because it asks nothing of the people in the room.',
    ),
    p(
      'Sometimes it is even the right one. Before the money moves I would want to see two calculations, and both fit on the back of an invoice.',
    ),
    h2('The ceiling you have already built'),
    p(
      'A subscription business has a size at which it stops growing, and you can work out yours today. Take the customers you sign in a month and divide by the share of customers who leave in a month.',
    ),
    p(
      'Say you sign six customers a month and two percent of your customers cancel. Six divided by 0.02 is 300. Once you have 300 customers, the two percent who leave are exactly the six you won.',
    ),
    table(
      ['Customers', 'Won a month', 'Lost a month', 'Growth'],
      ['50', '6', '1', '+5'],
      ['150', '6', '3', '+3'],
      ['250', '6', '5', '+1'],
      ['300', '6', '6', '0'],
    ),
    p(
      'Look down the last column and notice that nothing got worse. This is why a plateau feels so unfair from inside: everyone works as well as they did two years ago, and the math that used to come out at five now comes out at zero.',
    ),
    p(
      'There are two ways to raise that ceiling by a third. You can sign eight customers a month instead of six, or bring monthly churn from 2 percent to 1.5. Both take you to 400. Put a price on each before you pick one, because the second often costs a few weeks of attention and the first costs a budget every month from now on.',
    ),
    h2('The stage that stopped carrying'),
    p(
      'The second calculation is about the road to the signature. Take one full quarter. Write down how many companies entered each stage, how many left it for the next, and the median number of days that took.',
    ),
    asset('asset-funnel-diagram'),
    p(
      'Suppose the quarter looks like this: 600 leads, 210 first calls, 90 demos, 30 proposals, 18 signatures. Buying 100 more leads at the same rates gets you three more customers.',
    ),
    p(
      'Now look at the waiting times and suppose that the median lead waits six days for a first call. If answering within a day means that half of your leads take the call instead of 35 percent, you hold 90 more calls. With the later rates unchanged that is ',
      b('between seven and eight more customers from leads you have already paid for'),
      '. Be suspicious of this number too, since the people who went quiet may have been the weaker ones. Halve it and it still beats the hundred leads.',
    ),
    h3('Where to look first'),
    p('The holes tend to be dull, which is how they survive. I check these four in order:'),
    ol(
      [b('The first reply. '), 'Measure from the form to a held conversation, weekends included.'],
      [
        b('The best seller’s calendar. '),
        'If one person carries half of the number and her week is full, your growth rate is her week.',
      ],
      [
        b('The start after the signature. '),
        'Ask who owns the days until a new customer gets a first useful result. A pause means that no one does.',
      ],
      [
        b('The quiet accounts. '),
        'Count the customers who pay and have stopped logging in. They are next quarter’s two percent.',
      ],
    ),
    p(
      'None of these appears in a marketing report, and from the top each looks like a lack of leads.',
    ),
    h2('Four questions for the people who do the work'),
    ul(
      'What did the last lead who went quiet ask us, and when did we answer?',
      'Which step do you do by hand because the tool is set up for something else?',
      'Which customer signed and never really started? Who noticed?',
      ['What would break if we had ', i('twice'), ' the leads on Monday?'],
    ),
    quote(
      'If the honest answer to the last one is “everything after the form”, you have found your stage.',
    ),
    p(
      'The whole method, with the order of steps and what to do in each, is in the ',
      guideLink('growth-playbook', 'Growth Playbook'),
      '. If the slow stage turns out to sit between two teams, start with ',
      entryLink('post-revops-handoffs', 'the five handoffs that lose revenue'),
      '.',
    ),
    h2('And when it really is leads'),
    p(
      'You will recognize it. Calls are answered the same day, demos convert, customers stay and use what they bought, and your sellers have gaps in the calendar. Then buy demand with a clear conscience. You will also know what to pay for it, because every stage behind the lead holds and the math from lead to revenue is math you can defend.',
    ),
  ),
});
