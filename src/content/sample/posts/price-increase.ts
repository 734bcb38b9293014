import { b, doc, entryLink, h2, h3, ol, p, quote, sup, table, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const priceIncrease = post('post-price-increase', '2026-08-17T12:00:00.000Z', {
  title: doc(p('How to raise prices without losing the customers you want')),
  slug: 'raise-prices-keep-customers',
  author: 'Marta Lindqvist',
  publishedDate: '2026-08-17T23:30:00-07:00',
  excerpt:
    'Most founders raise prices two years late and explain it badly. A calm plan for doing it in one quarter, with the letter.',
  category: 'Growth',
  tags: ['Pricing', 'Retention', 'Growth'],
  seoDescription:
    'A step-by-step plan for raising SaaS prices: who to raise first, how to announce it, what to offer and what to measure.',
  content: doc(
    p(
      'A founder once showed me his pricing page with some pride: unchanged for four years. In that time the product had tripled in size and support had become excellent. He had been giving everyone a larger discount every month and nobody had thanked him for it.',
    ),
    p(
      'Price is the strongest lever you have. It needs no engineers, and all of it reaches the bottom line. It is also the one that founders are most afraid of, because they can picture the angry email. So let us plan for the email.',
    ),
    h2('Know who pays what for which value'),
    p(
      'Export all accounts with their price, their usage of the one feature that matters most, and their age. Divide price by usage. You will find three groups:',
    ),
    table(
      ['Group', 'What you see', 'What to do'],
      ['Old friends', 'Low price, heavy use', 'Raise, with notice and thanks'],
      ['The middle', 'Fair price, normal use', 'Leave until renewal'],
      ['Quiet payers', 'High price, little use', 'Call them before anything else'],
    ),
    p(
      'The third group is the surprise. A price increase that reaches a customer who barely uses the product is a reminder to cancel. Talk to them first, about usage.',
    ),
    h2('Start with new customers'),
    p(
      'Change the public price on a Tuesday and tell sales why. For six weeks watch two numbers: the share of proposals that close, and the share of calls in which price comes up. If both hold, you have your proof, and a fact to put into the letter. If they do not, you have learned it for the price of a few deals.',
    ),
    h3('A number to argue with'),
    p(
      'Say you have 300 customers at $400 a month and raise by 15 percent. You would have to lose 40 of them before you earn less',
      sup('1'),
      '. Ask your team how many they expect to lose. The answer is usually under ten.',
    ),
    h2('The letter'),
    ol(
      'Say it in the first sentence: what changes, to how much, from which date.',
      'One paragraph on what they have received since they signed.',
      'Ninety days’ notice, and the old price for a year if they commit now.',
      'A person’s name and a real phone number.',
    ),
    p(
      'No “to continue providing you with the best experience”. Customers forgive a price. They do not forgive being handled.',
    ),
    quote(
      'If you are embarrassed by the letter, change the price or change the product. Do not change the letter.',
    ),
    h2('What happens next'),
    ul(
      'A third will not react at all.',
      'Some will ask for the annual deal. Give it, that is what it is for.',
      'A few will be angry. Call them the same day and listen. Some have a point.',
      'A handful will leave. Note the reason in their own words.',
    ),
    p(
      'Look at the leavers after a quarter. If they are the customers you wanted most, the price is not the problem: the value is not visible to them, and that is ',
      entryLink('post-growth-plateau', 'a different repair'),
      '.',
    ),
    p(
      b('Put the next review in the calendar. '),
      'Once a year, same month. A price that is looked at every year never again needs a speech.',
    ),
    p(sup('1'), ' 300 × $400 is $120,000. At $460, 261 customers pay $120,060.'),
  ),
});
