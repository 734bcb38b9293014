import { a, b, doc, entryLink, h2, h3, hr, i, ol, p, table, ul } from '#data/built-in/document.ts';
import { post } from '../entry.ts';

/** Without image and excerpt, as an editor in a hurry would leave the post. */
export const leadGenerationList = post('post-lead-generation-list', '2025-09-22T07:50:00.000Z', {
  title: 'Lead generation starts with a list of forty companies',
  slug: 'forty-companies',
  author: 'Daniel Osei',
  publishedDate: '2025-09-22',
  category: 'Marketing',
  tags: ['Lead generation', 'Sales process', 'Content'],
  seoDescription:
    'How a founder without a marketing team finds customers: forty companies, one event, a message worth answering and two hours a week.',
  content: doc(
    p(
      'When a founder tells me that lead generation does not work for them, I ask for the list. There never seems to be one. There is an audience: “operations managers at mid-sized companies”, several hundred thousand people with nothing in common except a job title. You cannot write to an audience. You can write to forty companies.',
    ),
    h2('Why forty'),
    p(
      'Because you can know forty. You can read their job ads, use their product, find the person who has the problem, and remember in the shower what you read about them. With four thousand you need software to pretend that you know them, and the people at the other end can tell.',
    ),
    p(
      'The arithmetic holds up better than it looks. Two ways to spend ten weeks, with invented rates:',
    ),
    table(
      ['', 'Four thousand', 'Forty'],
      ['Researched', '0 minutes each', '15 minutes each'],
      ['Answer', '1 in 200: 20', '1 in 4: 10'],
      ['Of those, a real conversation', '1 in 5: 4', '1 in 2: 5'],
      ['What is left afterwards', 'A tired domain', '30 people who know your name'],
    ),
    p(
      'Replace the rates with your own as soon as you have some. The last row is the one I would bet on, because most companies are not in trouble in the week in which you happen to write.',
    ),
    h2('How to build the list'),
    ol(
      [
        b('Choose the event. '),
        'Look at your last ten customers and find what had just happened when they came to you: a new head of operations, a second warehouse, a funding round, a bad audit.',
      ],
      [
        b('Find where it shows. '),
        'Job ads, press pages, changed pricing pages, new offices, the questions people ask in communities. Most events leave a trace in public.',
      ],
      [
        b('Name the person. '),
        'The one whose week got worse because of the event. Often that is two levels below whoever signs.',
      ],
      [
        b('Write one line on each. '),
        'What happened, and what you would do first in their place. If you cannot think of the second half, strike the company off.',
      ],
    ),
    h2('A message worth answering'),
    p(
      'Short enough to read on a phone while waiting in line, and useful even if they never answer. Here is one for an invented shop that has opened a second warehouse:',
    ),
    p(
      i(
        'Hi Ana,\nYou are hiring for a second warehouse in Tulsa. The first thing that tends to break then is stock: both sites sell the last unit of the same item.\nBefore the opening, check whether your shop subtracts open orders per site or in total. Two lines in the settings, and an unpleasant December if they go unchecked.\nIf you would like the list of the other six things, I am happy to send it.\nDaniel',
      ),
    ),
    p(
      'Notice what it leaves out. It does not introduce the company, ask for fifteen minutes or pretend to be a reply. It gives away the first item and offers the rest.',
    ),
    h3('Three courtesies'),
    ul(
      'Two messages, three weeks apart. Then silence until something new happens to them.',
      'A working address and a real signature. Anyone who says no is off the list for good.',
      [
        'If you later send anything in bulk, make leaving easy. Email programs understand a ',
        a('https://www.rfc-editor.org/rfc/rfc8058', 'one-click unsubscribe'),
        ', and so do people. Check what the law in the reader’s country asks for.',
      ],
    ),
    h2('Let the list write your content'),
    p(
      'The six other things in that message are an article. Write it once, properly, with the same forty people in mind, and link to it. You now have something to send, something for a search engine to find, and something a reader can forward to the person who signs. Content made for forty readers turns out to be specific, and specific pages are the ones that get passed on.',
    ),
    hr(),
    h2('Two hours a week'),
    p('Put it on the calendar as a meeting with a person you do not want to disappoint.'),
    ul(
      [b('Monday, 60 minutes: '), 'research four companies and write to them.'],
      [b('Wednesday, 30 minutes: '), 'answer the replies, and have one call if there is one.'],
      [
        b('Friday, 30 minutes: '),
        'note what people said, and replace the companies you struck off.',
      ],
    ),
    p(
      'After ten weeks you have been through all forty. You also have a handful of conversations in the words of people you would like as customers, and this is the raw material for everything that comes later: the landing page, the ads, the first page of the sales script. Ads make sense at this point, since you know the event, the person and the sentence that makes them answer.',
    ),
    p(
      'Until then, make sure that whoever answers gets a call the same day. A reply that waits for a week cancels the whole exercise, and it is the first of ',
      entryLink('post-revops-handoffs', 'the five handoffs that lose revenue'),
      '. If you want company while you build the list, see ',
      a('/services/marketing/lead-generation-strategy', 'lead generation strategy'),
      '.',
    ),
  ),
});
