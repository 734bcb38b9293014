import { asset, b, doc, h1, h2, ol, p, quote, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const attribution = post('post-attribution', '2026-03-02T10:10:00.000Z', {
  title: 'Attribution for people who have to decide on Monday',
  slug: 'attribution-for-monday',
  author: 'Daniel Osei',
  publishedDate: '2026-03-02',
  featuredImage: 'asset-compass',
  excerpt:
    'No model will tell you which half of the budget is wasted. Three imperfect measures together come close enough to decide.',
  category: 'Marketing',
  tags: ['Metrics', 'Content', 'Lead generation'],
  seoTitle: 'Marketing attribution that helps you decide',
  seoDescription:
    'Ask buyers, watch the pipeline by channel, switch things off on purpose: three measures that together beat any attribution model.',
  content: doc(
    p(
      'Every attribution debate ends the same way. One person shows first touch, another shows last touch, a third has bought a tool that draws both in a gradient. Then the founder asks where to put the next ten thousand dollars, and the room goes quiet.',
    ),
    p(
      'The trouble is that buyers do not behave like clicks. They hear about you on a podcast, forget it, read an article their colleague sent, ask somebody they trust, and finally type your name into a search box. Your report says “branded search”, and branded search gets the budget.',
    ),
    h1('Use three bad measures instead of one good one'),
    p(
      'None of these is right. They are wrong in different directions, and that is what makes them useful.',
    ),
    h2('Ask'),
    p(
      'Put one open question on the demo form: ',
      b('“How did you first hear about us?”'),
      ' No list of options. Let people write. Read all the answers of the month aloud in fifteen minutes and tally them. It is unscientific, and it is the only measure that sees podcasts, conferences and word of mouth at all.',
    ),
    h2('Count'),
    p(
      'For each channel, four numbers a month: money spent, conversations started, pipeline created, customers won. Keep the rule for assigning a deal to a channel simple, write it down, and do not change it for a year. A consistent rule that is slightly wrong shows a trend. A clever rule that changes shows nothing.',
    ),
    asset('asset-channels-diagram'),
    h2('Switch off'),
    p(
      'Once a quarter, turn one thing off for a month in one region or segment. Tell sales beforehand. If nothing happens to the pipeline, you have found money. If something does, you have learned what the channel is worth in a way that no dashboard can match.',
    ),
    h2('The Monday table'),
    p('Put the three side by side and decide with plain rules:'),
    ul(
      'All three say it works: spend more until one of them stops saying so.',
      'Two of three: keep the budget, improve the page people land on.',
      'Only the count says so: switch it off next. It is probably taking credit for others.',
      'Only people say so: you cannot buy more of it directly. Do more of what makes them talk.',
    ),
    quote('A decision you can explain in one sentence beats a model nobody can.'),
    h2('How to begin this week'),
    ol(
      'Add the open question to the form. It takes five minutes.',
      'Pick the rule for counting, in one sentence, and pin it where everyone sees it.',
      'Choose the channel you are surest of, and put its month off in the calendar.',
    ),
    p(
      'The channel you are surest of is the right one to test. You have probably never looked at it properly.',
    ),
  ),
});
