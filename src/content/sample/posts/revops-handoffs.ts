import { b, doc, entry, h2, i, ol, p, quote, ul } from '../../document.ts';
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
      'Ask marketing how they are doing and you will hear that leads are up. Ask sales and you will hear that conversion is fine for the leads that are any good. Ask customer success and they are busy. Everyone is right. The money is missing from the gaps.',
    ),
    p(
      'A handoff is a moment at which responsibility moves from one person to another. Each of the five below has the same three weaknesses: nobody owns the moment itself, nothing measures how long it takes, and the information that travels is whatever the sender remembered.',
    ),
    h2('1. From form to first call'),
    p(
      'A visitor asks for a demo on Thursday at six. Marketing counts a lead. The round robin assigns it to someone on holiday. On Tuesday it is reassigned. The visitor talked to a competitor on Friday.',
    ),
    p(
      b('Repair: '),
      'a clock that starts with the form and stops with a held conversation. One person sees all clocks. After four working hours, the lead belongs to whoever picks it up.',
    ),
    h2('2. From seller to seller'),
    p(
      'The SDR learned why the prospect is looking, what they tried and who is afraid of the change. The account executive opens the call with “so, tell me about your company”. Trust takes a step back, and so does the deal.',
    ),
    p(
      b('Repair: '),
      'three sentences, written before the meeting may be booked: what hurts, what it costs them, what would make them stop. The second seller reads them aloud and asks what has changed.',
    ),
    h2('3. From signature to start'),
    p(
      'This is the expensive one. The customer has just decided to trust you, and for eleven days hears nothing but the invoice. The seller has moved on. The onboarding manager is waiting for “the details”.',
    ),
    p(
      b('Repair: '),
      'the kickoff is booked ',
      i('in the closing call'),
      ', with the onboarding manager present for the last ten minutes. The promise that won the deal is written into the project as its first goal.',
    ),
    h2('4. From support to product'),
    p(
      'Support answers the same question forty times, well. Product plans the next quarter from a list of requests by the loudest customers. The forty are invisible because each of them was solved.',
    ),
    p(
      b('Repair: '),
      'one tag per ticket, five tags at most, and a monthly half hour in which both teams read ten tickets of the largest tag together.',
    ),
    h2('5. From usage to renewal'),
    p(
      'The account went quiet in March. The renewal was in September. The first call was in August, and it began with the price.',
    ),
    p(b('Repair: '), 'three signals that put an account on somebody’s list the same week:'),
    ul(
      'the person who bought has left;',
      'the weekly users have halved;',
      'the last three invoices were paid late.',
    ),
    h2('How to start without a project'),
    ol(
      'Pick the handoff you believe least in.',
      'Follow ten real cases through it and write down the waits.',
      'Give the moment one owner and one number.',
      'Look at that number every week until it bores you.',
    ),
    quote('Teams improve what they own. Make someone own the gap.'),
    p('Most companies can repair two of the five in a month, with the tools they have.'),
    entry('post-growth-plateau'),
  ),
});
