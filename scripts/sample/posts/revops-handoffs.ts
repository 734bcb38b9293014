import { a, b, doc, entry, h2, i, ol, p, table, ul } from '#data/built-in/document.ts';
import { post } from '../entry.ts';

export const revopsHandoffs = post('post-revops-handoffs', '2026-10-12T07:15:00.000Z', {
  title: 'Five handoffs that lose revenue while everyone is busy',
  slug: 'handoffs-that-lose-revenue',
  author: 'Marta Lindqvist',
  publishedDate: '2026-10-12',
  excerpt:
    'Revenue is rarely lost inside a team. It is lost between two of them, in the hour when each believes the other has it.',
  category: 'Operations',
  tags: ['RevOps', 'Pipeline', 'Operations'],
  content: doc(
    p(
      'Ask marketing how things are and you will hear that leads are up. Ask sales and you will hear that conversion is fine for the leads that are any good. Customer success is busy. All three are telling the truth, and the company is still short of its number.',
    ),
    p(
      'What is missing went missing on the way from one team to the next. A handoff is a moment at which responsibility changes hands. Each of the five below is run by habit: the moment itself has no owner and no clock, and what travels across is whatever the sender happened to remember.',
    ),
    h2('1. From the form to the first call'),
    p(
      'A visitor asks for a demo on Thursday at six. Marketing counts a lead. The round robin assigns it to a rep on vacation, and on Tuesday it is reassigned. By then the visitor has had a call with a competitor, on Friday morning.',
    ),
    p(
      b('Repair: '),
      'a clock that starts with the form and stops with a held conversation. A voicemail does not stop it. One person can see all the clocks, and after four business hours a lead belongs to whoever picks it up.',
    ),
    h2('2. From seller to seller'),
    p(
      'The SDR has learned why the prospect is looking, what they tried before and who is afraid of the change. The account executive opens the next meeting with “so, tell me about your company”. The prospect tells it again, a little shorter and a little colder.',
    ),
    p(
      b('Repair: '),
      'three sentences that must exist before the meeting can be booked. What hurts, what it costs them, what would make them stop. The second seller reads them aloud at the start and asks what has changed.',
    ),
    h2('3. From the signature to the start'),
    p(
      'The expensive one. A customer has just defended you in front of their own boss, and then hears nothing for eleven days except the invoice. The seller has moved on to the next deal. The onboarding manager is waiting for “the details”.',
    ),
    p(
      'Do the math for your own company. Say you win 60 customers a year at $10,000 and those eleven days cost you two of them at the first renewal. That is $20,000 a year for a calendar invitation that was never sent.',
    ),
    p(
      b('Repair: '),
      'book the kickoff ',
      i('in the closing call'),
      ', with the onboarding manager there for the last ten minutes. The promise that won the deal becomes the first goal of the project, in the customer’s words. We have written the hour down:',
    ),
    entry('resource-kickoff-agenda'),
    h2('4. From support to product'),
    p(
      'Support answers one question forty times a month, and answers it well. Product plans the quarter from the requests of its loudest customers. The forty stay invisible because each of them was solved.',
    ),
    p(
      b('Repair: '),
      'one tag on each ticket, from a list of five at most, and half an hour a month in which both teams read ten tickets of the largest tag together. Reading matters here. A bar chart of ticket counts moves no roadmap.',
    ),
    h2('5. From use to renewal'),
    p(
      'The account went quiet in March. The renewal was due in September. The first call took place in August, and it began with the price.',
    ),
    p(b('Repair: '), 'three signals that put an account on a person’s list in the same week.'),
    ul(
      'The person who bought has left.',
      'The number of weekly users has halved.',
      'The last two invoices were paid late.',
    ),
    h2('All five on one page'),
    p('Print this and fill in the last column with names. One name per row, and no team names.'),
    table(
      ['Handoff', 'Clock starts', 'Clock stops', 'Owner'],
      ['Form to call', 'Form sent', 'Conversation held', ''],
      ['Seller to seller', 'First call ends', 'Summary confirmed by the buyer', ''],
      ['Signature to start', 'Contract signed', 'First useful result', ''],
      ['Support to product', 'Tag leads the list', 'Decision told to support', ''],
      ['Use to renewal', 'Signal raised', 'Customer spoken to', ''],
    ),
    h2('Starting without a project'),
    ol(
      'Pick the handoff you trust least.',
      'Follow ten recent cases through it, and write down every wait.',
      'Give the moment one owner and one number, the median wait.',
      'Look at that number every week until it bores you, then take the next.',
    ),
    p(
      'You need no new tool for the first two. By the third you will want the clocks to run by themselves, and that is when ',
      a('/services/business-operations/revops-implementation', 'a proper RevOps setup'),
      ' earns its keep.',
    ),
  ),
});
