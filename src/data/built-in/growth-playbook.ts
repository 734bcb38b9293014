import { company } from '../company.ts';
import { a, b, doc, h2, h3, hr, ol, p, quote, table, ul } from './document.ts';
import type { BuiltInResource } from './index.ts';

export const growthPlaybook: BuiltInResource = {
  slug: 'growth-playbook',
  title: 'The Growth Playbook',
  subtitle: 'How to find the one constraint that holds your company back, and what to do about it.',
  author: company.teamName,
  readTime: '15 min',
  type: 'Playbook',
  gradient: 'brown-to-gold',
  document: doc(
    'Most growth plans are lists. More content, more outbound, a partner program, a new pricing page. Each item is reasonable, and together they guarantee that nothing gets finished. This playbook is the opposite of a list. It is a way to find the one thing that limits you today, fix it, and move on to the next.',
    'You need a spreadsheet, access to your CRM and your billing system, and about four working days spread over two weeks. You do not need a new tool.',
    h2('Step 1: Draw the line from stranger to renewal'),
    'Write down the stages a customer passes through, in the words your team uses. Six or seven are enough. For each stage, note how many companies entered it in the last full quarter, how many left it for the next stage, and how long that took.',
    table(
      ['Stage', 'Entered', 'Moved on', 'Median days'],
      ['Visit to signup or enquiry', 'visits', 'leads', 'same day'],
      ['Lead to first conversation', 'leads', 'calls held', 'days'],
      ['Conversation to proposal', 'calls held', 'proposals', 'days'],
      ['Proposal to signature', 'proposals', 'customers', 'days'],
      ['Signature to first value', 'customers', 'active accounts', 'days'],
      ['First value to renewal', 'active accounts', 'renewals', 'months'],
    ),
    'If a number is missing, leave the cell empty and write the name of the person who could find out. Empty cells are the first finding: nobody improves a stage that nobody counts.',
    h2('Step 2: Price each leak'),
    'A low conversion rate is not a problem in itself. Ask what one more percentage point at that stage would be worth in revenue per year, with everything behind it unchanged. Do this for each stage. The ranking usually surprises the people who argued about it before.',
    p(
      b('A worked example. '),
      'Say you have 400 leads a quarter, hold 120 first calls, and win 15 customers at $12,000 a year. Buying 40 more leads brings one or two more customers at today’s rates. Calling every lead within a day might turn 120 first calls into 160, and at today’s rates that is five more customers, or $60,000 a year, with nothing spent on advertising. The second option is duller and pays first.',
    ),
    h2('Step 3: Ask why, five people deep'),
    'Numbers tell you where. People tell you why. For the costliest stage, talk to:',
    ul(
      'two customers who passed through it recently;',
      'two prospects who stopped there, even if it takes a gift card;',
      'the person on your team who does the work, at their desk, while they do it.',
    ),
    quote(
      'Do not ask what people think of the process. Ask them to show you the last time it happened.',
    ),
    'Write down the waits, the workarounds and the sentences that two people said independently. That is your diagnosis. Resist the urge to fix anything this week.',
    h2('Step 4: Choose one change'),
    'Pick one change that meets three conditions:',
    ol(
      'It acts on the costliest stage and on no other.',
      'You can see within six weeks whether it worked.',
      'One named person can finish it with what you already have.',
    ),
    'If no change meets all three, make the change smaller. “Rebuild onboarding” fails the test. “Call every new account on day two and note the first question they ask” passes it.',
    'Leave the runner-up on the list. Two changes at once feel like progress and teach you nothing, because you will not know which of them moved the number.',
    h3('What to write down before you start'),
    'The stage, the number today, the number you expect, the date on which you will look, and what you will do in either case. Five lines. If you cannot agree on them now, you will not agree on the result later.',
    h2('Step 5: Run it, read it, keep it or drop it'),
    'Look on the date you wrote down, and only then. If the number moved as expected, write the new way of working into the process and train the next person. If it did not, say so in the same meeting and undo it. A change that stays without having worked is how stacks and calendars fill up.',
    h2('Step 6: Move the searchlight'),
    'When a constraint is gone, another one takes its place. That is good news, and it means the spreadsheet of step 1 has to be filled in again. Teams that do this every quarter stop arguing about tactics, because the next project is a row in a table.',
    hr(),
    p(
      'If you would like a second pair of eyes on your table, an ',
      a('/services', 'audit'),
      ' is exactly this playbook, run by people who have done it more than once.',
    ),
  ),
};
