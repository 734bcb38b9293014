import { b, doc, h2, ol, p, ul } from '../../document.ts';
import { resource } from '../entry.ts';

/** Only what an entry must have: the other fields show their defaults. */
export const kickoffAgenda = resource('resource-kickoff-agenda', '2026-04-20T08:00:00.000Z', {
  title: 'The customer kickoff that prevents churn',
  slug: 'customer-kickoff-agenda',
  subtitle: 'An agenda for the first hour with a new customer, and what to send before and after.',
  content: doc(
    p(
      'Renewals are decided in the first two weeks. The customer has just made a decision in front of their colleagues and wants to be proved right. This hour is for that.',
    ),
    h2('Before the meeting'),
    ul(
      'Booked in the closing call, within five working days of the signature.',
      'The seller writes three sentences: why they bought, what they fear, what was promised.',
      'The customer gets the agenda and one question to think about: “What would make you renew a year from now?”',
    ),
    h2('The hour'),
    ol(
      [b('Ten minutes: the promise. '), 'The seller repeats it aloud, the customer corrects it.'],
      [
        b('Fifteen minutes: the first result. '),
        'Agree on one useful thing that will exist in two weeks, small enough to be certain.',
      ],
      [
        b('Fifteen minutes: who does what. '),
        'Names, dates, access. Screens are shared and logins are tried, now.',
      ],
      [
        b('Ten minutes: what could go wrong. '),
        'Ask who in their company would rather keep the old way. Plan for that person.',
      ],
      [b('Ten minutes: the next meeting. '), 'In the calendar before anyone leaves.'],
    ),
    h2('Afterwards'),
    p(
      'The same day, send half a page: the promise, the first result with its date, the names, the next meeting. Write it so that it can be forwarded to the boss who signed. It will be.',
    ),
    p(
      'On the date of the first result, call. Even if everything went well, and especially then. It is the easiest call of the year, and it is where referrals come from.',
    ),
  ),
});
