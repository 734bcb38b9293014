import {
  a,
  b,
  doc,
  entryLink,
  h2,
  h3,
  i,
  ol,
  p,
  quote,
  sup,
  table,
  ul,
} from '#data/built-in/document.ts';
import { post } from '../entry.ts';

export const priceIncrease = post('post-price-increase', '2026-08-18T07:05:00.000Z', {
  title: doc(p('How to raise prices without losing the customers you want')),
  slug: 'raise-prices-keep-customers',
  author: 'Marta Lindqvist',
  featuredImage: 'asset-price-tag',
  publishedDate: '2026-08-17T23:30:00-07:00',
  excerpt:
    'Founders raise prices too late and explain the raise badly. A calm plan: who goes first, how many you can afford to lose, and the letter.',
  category: 'Growth',
  tags: ['Pricing', 'Growth', 'Metrics'],
  seoDescription:
    'A step-by-step plan for raising SaaS prices: who to raise first, how to announce it, what to offer and what to measure.',
  content: doc(
    p(
      'Imagine a product that has not changed its price in four years. In that time it has learned to do three times as much, and support has become excellent. Every month its customers received a slightly larger discount. None of them wrote to say thank you.',
    ),
    p(
      'Price is a strong lever: it needs no engineers and starts to work on a date you choose. It is also the lever founders are most afraid of, because they can picture the angry email word for word. So let us plan for the email.',
    ),
    h2('How many can you afford to lose?'),
    p(
      'Start here, since this number takes most of the fear out. If you raise by a share r, you earn less only once more than r\u00a0/\u00a0(1\u00a0+\u00a0r) of the affected customers have left.',
    ),
    table(
      ['Increase', 'Break-even loss', 'Out of 300 customers'],
      ['5%', '4.8%', '14'],
      ['10%', '9.1%', '27'],
      ['15%', '13.0%', '39'],
      ['20%', '16.7%', '50'],
      ['30%', '23.1%', '69'],
    ),
    p(
      'Say you have 300 customers at $400 a month and raise by 15 percent. You can lose 39 of them before you earn less',
      sup('1'),
      '. Ask your team for a guess at how many would really go, name by name. In my experience the list is much shorter than the fear. If it has 39 names on it, you have learned something more important than your price.',
    ),
    h2('Find out who pays what for which value'),
    p(
      'Export all accounts with their price, their age, and how much they use the one feature that matters most. Divide price by use, sort, and read the list from both ends.',
    ),
    table(
      ['Group', 'What you see', 'What to do'],
      ['Old friends', 'Low price, heavy use', 'Raise, with notice and thanks'],
      ['The middle', 'Fair price, normal use', 'Leave until renewal'],
      ['Quiet payers', 'High price, little use', 'Call before anything else'],
    ),
    p(
      'The third group is the trap. To a customer who hardly uses the product, your letter is a reminder to cancel. Talk to them first, about use and not about money, and leave them out of this round.',
    ),
    h2('Begin with people who have no old price'),
    p(
      'Change the public price on a Tuesday and tell sales why. For six weeks watch two numbers: the share of proposals that close, and the share of calls in which price comes up at all. If both hold, you have your proof and a fact for the letter. If they do not, you found out for the price of a few deals, and you can go back.',
    ),
    p(
      'Resist adding a plan at the same time. If packaging and price change together and the numbers move, you will argue for a year about which of them did it.',
    ),
    h2('The letter'),
    p('Four parts, in this order, on one page:'),
    ol(
      'What changes, to how much, from which date. In the first sentence.',
      'What they have received since they signed, in one paragraph without adjectives.',
      'Ninety days’ notice, and the old price for a year if they commit now.',
      'A person’s name and a phone number that this person answers.',
    ),
    h3('How it sounds'),
    p(
      i(
        'From March 1 your plan will cost $460 a month. It has been $400 since you joined in 2023.\nSince then we have added the approval flow, the two integrations your team uses every day, and support until 8 PM.\nIf you would like to stay at $400 until next March, answer this email and we will send you the annual agreement.\nIf you would rather talk about it, call me. My direct line is below.',
      ),
    ),
    p(
      'Leave out “to continue providing you with the best experience”. People forgive a price sooner than they forgive being handled.',
    ),
    quote(
      'If the letter embarrasses you, work on the price or on the product before you work on the letter.',
    ),
    h2('What happens then'),
    ul(
      'Many will not react at all.',
      'Some will ask for the annual agreement. Give it gladly: that is what it is for.',
      'A few will be angry. Call them the same day and listen, because some of them have a point.',
      'A handful will leave. Write down the reason in their words.',
    ),
    p(
      'After a quarter, look at the leavers together. If they are customers you were glad to have, price was only the occasion: they did not see the value, and ',
      entryLink('post-growth-plateau', 'your plateau may have the same cause'),
      '. If they are the ones your support team will not miss, the plan has worked twice.',
    ),
    p(
      b('One more date. '),
      'Put the next review into the calendar for the same month next year. A price that is looked at every year never again needs a speech. If the review finds no owner on your team, ',
      a('/contact', 'we can be the ones who ask'),
      '.',
    ),
    p(
      sup('1'),
      ' 300 × $400 is $120,000 a month. At $460, 261 customers pay $120,060, and 260 pay $119,600. Serving fewer customers also costs less, which this leaves out.',
    ),
  ),
});
