import {
  a,
  asset,
  b,
  code,
  doc,
  h1,
  h2,
  ol,
  p,
  quote,
  table,
  ul,
} from '#data/built-in/document.ts';
import { post } from '../entry.ts';

export const attribution = post('post-attribution', '2025-12-01T10:10:00.000Z', {
  title: 'Attribution for people who have to decide on Monday',
  slug: 'attribution-for-monday',
  author: 'Daniel Osei',
  publishedDate: '2025-12-01',
  featuredImage: 'asset-compass',
  excerpt:
    'No model will tell you which half of the budget is wasted. Three imperfect measures, read together, come close enough to decide.',
  category: 'Marketing',
  tags: ['Metrics', 'Content', 'Lead generation'],
  seoTitle: 'Marketing attribution that helps you decide',
  seoDescription:
    'Ask buyers, count the pipeline by channel, switch things off on purpose: three measures that together are good enough to decide by.',
  content: doc(
    p(
      'Every attribution meeting ends the same way. One person shows first touch, another shows last touch, and a third has bought a tool that draws both as a gradient. Then the founder asks where the next ten thousand dollars should go, and people look at their laptops.',
    ),
    p(
      'The trouble is that buyers do not behave like clicks. They hear about you on a podcast, forget it, read an article a colleague sent, ask a peer they trust, and finally type your name into a search box. The report says “branded search”, and branded search gets the budget.',
    ),
    p(
      'Better tracking will not close the gap. The header that says where a visitor came from is optional, and ',
      a(
        'https://www.rfc-editor.org/rfc/rfc9110.html#name-referer',
        'the standard itself explains why it may be left out',
      ),
      '. A link in a chat, a PDF or an email program often arrives with nothing at all and is filed under “direct”. Some of your best marketing looks like people who simply knew you.',
    ),
    h1('Use three bad measures instead of one good one'),
    p(
      'Each of these is wrong. They are wrong in different directions, and that is what makes them useful together.',
    ),
    asset('asset-channels-diagram'),
    h2('Ask'),
    p(
      'Put one open question on the demo form: ',
      b('“How did you first hear about us?”'),
      ' No list to choose from. Let people write. Once a month, read all the answers aloud and tally them, which takes fifteen minutes. It is unscientific, and it is the only one of the three that can see podcasts, conferences and a recommendation at dinner.',
    ),
    p('Its flaw: people remember the last thing that impressed them, and forget what came before.'),
    h2('Count'),
    p(
      'For each channel, four numbers a month: money spent, conversations started, pipeline created, customers won. Write down in one sentence how a deal is assigned to a channel, and do not touch that sentence for a year. Tag the links you control, all in one way, so that the sentence can be followed:',
    ),
    p(code('utm_source=newsletter\nutm_medium=email\nutm_campaign=2025-12-pricing-article')),
    p(
      'Its flaw: whoever is last in line takes the credit. But a rule that is always wrong in the same way still shows you a trend, and a rule that improves every month shows you nothing.',
    ),
    h2('Switch off'),
    p(
      'Once a quarter, turn one thing off for a month, in one region or for one segment, and tell sales beforehand. If the pipeline does not move, you have found money. If it does, you have learned what the channel is worth in a way no dashboard can match.',
    ),
    p(
      'Its flaw: it is slow, and with few deals a month chance plays a part. Say you win ten customers a month. A month with seven proves very little. Look further up, at conversations, where the numbers are larger.',
    ),
    h2('The Monday table'),
    p('Put the three side by side for every channel. A made-up example:'),
    table(
      ['Channel', 'Ask', 'Count', 'Switch off'],
      ['Search ads on our name', 'Never mentioned', 'Best of all', 'No change'],
      ['Podcast', 'Often', 'Nothing', 'Not tried'],
      ['Comparison articles', 'Sometimes', 'Good', 'Fewer calls'],
    ),
    p('Then decide with plain rules, agreed on before anyone sees the numbers:'),
    ul(
      'All three say it works: spend more until one of them stops saying so.',
      'Two of three: keep the budget, and improve the page people land on.',
      'Only the count says so: switch it off next. It is probably taking credit for others.',
      'Only people say so: you cannot buy more of it directly, so do more of what makes them talk.',
    ),
    p(
      'In the example, the ads on your own name had their month off and the calls kept coming, so that money is free. The podcast deserves a second season although the dashboard has never heard of it.',
    ),
    quote(
      'Prefer a decision you can explain in one sentence to a model that no one in the room can.',
    ),
    h2('This week'),
    ol(
      'Add the open question to the form. It takes five minutes.',
      'Write the rule for counting, in one sentence, and pin it where everyone sees it.',
      'Choose the channel you are surest of, and put its month off on the calendar.',
    ),
    p(
      'Yes, the one you are surest of. It usually has the largest budget, and it has gone longest without a proper look.',
    ),
  ),
});
