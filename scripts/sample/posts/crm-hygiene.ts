import {
  a,
  b,
  code,
  doc,
  entryLink,
  h2,
  h3,
  hr,
  li,
  ol,
  p,
  table,
  u,
  ul,
} from '#data/built-in/document.ts';
import { post } from '../entry.ts';

export const crmHygiene = post('post-crm-hygiene', '2026-10-27T09:40:00.000Z', {
  title: 'The CRM your sales team will actually fill in',
  slug: 'crm-your-team-fills-in',
  author: 'Daniel Osei',
  publishedDate: '2026-10-26T09:00:00-05:00',
  featuredImage: 'asset-tangle',
  excerpt:
    'Salespeople do not avoid a CRM out of spite. It asks for a lot and gives little back. How to turn that around, in HubSpot or anywhere else.',
  category: 'Sales',
  tags: ['CRM', 'Sales process', 'Pipeline'],
  seoTitle: 'How to set up a CRM that sales teams use',
  seoDescription:
    'Fewer fields, stages that mean something, four HubSpot settings and one weekly habit: how to make a CRM worth filling in.',
  content: doc(
    p(
      'Open the record of the last deal you won and count the fields. Then ask the person who won it which of them helped. The answer is usually a name, a phone number, the next step and an amount. Everything else on that screen was typed for a person who was not in the conversation.',
    ),
    p(
      'A CRM like that gets filled in on Friday afternoon, from memory, so that the boss stops asking. The result is worse than no data, because people make decisions with it.',
    ),
    h2('Cut fields before you add any'),
    p(
      'Export the list of deal properties with the share of records in which each is filled, and sort by that share. Next to each one write the last decision it changed. Then make three piles.',
    ),
    table(
      ['Pile', 'Rule', 'What happens'],
      ['Keep', 'Someone read it last week and acted on it', 'Stays on the form'],
      ['Derive', 'Can be looked up or computed', 'Filled by the system, hidden from the form'],
      ['Retire', 'Everything else', 'Exported once, then archived'],
    ),
    p(
      'The middle pile is where the time is. Company size, country, industry, last contact, days in stage: ',
      b('no person should type what a machine already knows'),
      '. If eight sellers spend ten minutes a day on such fields, that is more than six hours of selling a week, given away to a form.',
    ),
    p(
      'Expect a fight over the third pile. The field that is defended hardest was often requested two years ago and has not been opened since. Archive it with a promise to bring it back on request, and wait for the request.',
    ),
    h2('Give each stage an exit'),
    p(
      '“Qualified” means whatever the person who clicked it wanted it to mean. Replace the adjective with something the ',
      u('buyer'),
      ' has done:',
    ),
    ol(
      'The buyer described the problem in a call.',
      'The buyer showed us how they deal with it today.',
      'The buyer named who else decides, and we met them.',
      'The buyer asked for a proposal and said by when.',
    ),
    p(
      'A deal stands in the last stage whose sentence is true. Two sellers looking at the same notes will now put it in the same place, and that is all a forecast needs in order to start meaning something.',
    ),
    h3('One rule that keeps it honest'),
    p('Deals go stale in silence. A workflow can say so out loud. Written out, ours reads:'),
    p(
      code(
        'if days_in_stage > 2 × median(days_in_stage)\n  then remind owner\n  then, after 5 days, move to "stalled"',
      ),
    ),
    p(
      'Stalled deals leave the forecast and get ten minutes of their own in the weekly review. Nothing is deleted.',
    ),
    h2('Four HubSpot settings that are worth an hour'),
    ul(
      li(
        p(b('Ask for fields by stage. '), 'HubSpot can require a property when a deal moves on.'),
        ul(
          'On leaving the first stage: the event that made them call.',
          'Before a proposal: who signs, and the date they named.',
          'On losing: one reason from a list of five, and one sentence in the buyer’s words.',
        ),
      ),
      [
        b('Keep lifecycle and deal stage apart. '),
        'The first says what a company is to you, the second how far one purchase has come. Teams that use one for the other lose every customer who buys twice.',
      ],
      [
        b('Decide what makes a company unique. '),
        'The domain, in nearly all cases. Then look at the duplicates once a week.',
      ],
      [
        b('Fix the formats of imports. '),
        'Dates as ',
        code('2026-10-26'),
        ', the form in ',
        a('https://www.rfc-editor.org/rfc/rfc3339', 'RFC 3339'),
        ', and phone numbers with their country code. A spreadsheet with 03/04 in it will be read as March by one person and April by another.',
      ],
    ),
    h2('Pay people back'),
    p('For every field you keep, finish this sentence: “if you fill it in, you get…”'),
    ul(
      'the next step, and the follow-up email is waiting as a draft;',
      'the renewal date, and the reminder call is in your calendar;',
      'the reason for a loss, and on Friday we practice the answer to it together.',
    ),
    p('A field without an ending for that sentence belongs in the third pile.'),
    hr(),
    h2('Then keep one habit'),
    p(
      'Fifteen minutes every Monday, the whole team, the pipeline on the screen. What is not in the CRM is not discussed. Give it a month, and people will correct a record before the meeting.',
    ),
    p(
      'If you are about to move from another system, leave the mess behind: the ',
      entryLink('resource-crm-migration', 'migration workbook'),
      ' has the checklist we use. If you would like it done with you, that is ',
      a('/services/sales/hubspot-implementation', 'HubSpot implementation'),
      '.',
    ),
  ),
});
