import {
  a,
  b,
  doc,
  entryLink,
  h2,
  h3,
  li,
  ol,
  p,
  quote,
  table,
  ul,
} from '#data/built-in/document.ts';
import { resource } from '../entry.ts';

/** Only the required fields, and the read time that is true: the others show their defaults. */
export const kickoffAgenda = resource('resource-kickoff-agenda', '2026-04-20T08:00:00.000Z', {
  title: 'The customer kickoff that prevents churn',
  slug: 'customer-kickoff-agenda',
  subtitle: 'An agenda for the first hour with a new customer, and what to send before and after.',
  readTime: '2 min',
  content: doc(
    p(
      'Renewals are decided in the first two weeks. The customer has just made a decision in front of their colleagues and wants to be proved right. This hour is for that.',
    ),
    h2('Before the meeting'),
    ul(
      'Booked in the closing call, within five business days of the signature.',
      'The seller writes three sentences: why they bought, what they fear, what was promised.',
      'The customer gets the agenda and one question to think about: “What would make you renew a year from now?”',
    ),
    h3('Who comes'),
    ul(
      li(
        p('From the customer, three people if they exist:'),
        ul(
          'the one who signed;',
          'the one who will use it every day;',
          'the one who has to grant access.',
        ),
      ),
      'From you: the seller, for the first ten minutes at least, and the person who takes over.',
      'No one who only listens. They can read the half page that you send afterwards.',
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
    quote('If the first result needs the word “phase”, it is too big.'),
    h2('What to listen for'),
    p(
      'Much of the value of this hour lies in remarks that were never planned. Note them in the customer’s words, because your own words will sound better and mean less.',
    ),
    table(
      ['They say', 'It may mean', 'Do this'],
      [
        '“We tried something like this before”',
        'Someone was burned by it',
        'Ask what went wrong, and write it into the plan',
      ],
      ['“Can it also …?”', 'A promise you do not know of', 'Ask the seller before you answer'],
      [
        '“I will have to ask”',
        'The decision sits elsewhere',
        'Invite that person to the next meeting',
      ],
      [
        'Nothing at all',
        'The user was not asked before the purchase',
        'Talk to them alone this week',
      ],
    ),
    h2('Afterwards'),
    p(
      'The same day, send half a page: the promise, the first result with its date, the names, the next meeting. Write it so that it can be forwarded to the boss who signed. It will be.',
    ),
    p(
      'On the date of the first result, call. Even if everything went well, and especially then. It is the easiest call of the year, and it is where referrals come from.',
    ),
    h3('When the date slips'),
    p(
      'Say so before the customer notices, with a new date and the reason, and keep that new date whatever happens. If you wait for them, hand over the list of what is missing, by name. A first result that comes late with a warning does little harm. One that comes late in silence is remembered at renewal.',
    ),
    p(
      'The kickoff is the handoff that new customers see. The others are in ',
      entryLink('post-revops-handoffs', 'the five handoffs that lose revenue'),
      ', and building them into your systems is what ',
      a('/services/business-operations/revops-implementation', 'RevOps implementation'),
      ' is for.',
    ),
  ),
});
