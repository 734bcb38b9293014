import { a, b, code, doc, entryLink, h2, h3, hr, ol, p, table, u, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const crmHygiene = post('post-crm-hygiene', '2026-10-26T09:00:00.000Z', {
  title: 'The CRM your sales team will actually fill in',
  slug: 'crm-your-team-fills-in',
  author: 'Daniel Osei',
  publishedDate: '2026-10-26T09:00:00-05:00',
  featuredImage: 'asset-tangle',
  excerpt:
    'Nobody refuses to use a CRM out of spite. They refuse because it asks for much and gives back little. Five changes that turn this around in HubSpot or anywhere else.',
  category: 'Sales',
  tags: ['CRM', 'HubSpot', 'Sales process'],
  seoTitle: 'How to set up a CRM that sales teams use',
  seoDescription:
    'Fewer fields, stages that mean something and a weekly habit: how to make a CRM worth filling in, with a field audit you can copy.',
  content: doc(
    p(
      'Open a deal record in the average CRM and count the fields. Forty is common. We have seen a hundred and twelve. Then ask a seller which of them helped to win the last deal. The usual answer is four, and one of those is the phone number.',
    ),
    p(
      'A CRM that serves the report first and the seller second will be filled in on Friday afternoon, from memory, so that the boss stops asking. Data like that is worse than none, because it looks like data.',
    ),
    h2('Cut fields until it hurts'),
    p(
      'Export the list of properties with the share of records in which each is filled. Sort by that share. Then make three piles:',
    ),
    table(
      ['Pile', 'Rule', 'What happens'],
      ['Keep', 'Filled in most records, read by somebody every week', 'Stays where it is'],
      ['Derive', 'Can be looked up or computed', 'Filled by the system, hidden from the form'],
      ['Retire', 'Everything else', 'Exported, then archived'],
    ),
    p(
      'The middle pile is where the gains are. Company size, country, industry, last contact, days in stage: ',
      b('no person should ever type what a machine already knows'),
      '.',
    ),
    h2('Give each stage an exit'),
    p(
      '“Qualified” means whatever the person who clicked it wanted it to mean. Replace the adjective with something the ',
      u('buyer'),
      ' has done:',
    ),
    ol(
      'The buyer described the problem in a call.',
      'The buyer showed us the current way of doing it.',
      'The buyer named who else decides, and we met them.',
      'The buyer asked for a proposal and said by when.',
    ),
    p(
      'A deal is in the last stage whose sentence is true. No debate, no optimism, and the forecast begins to mean something within one quarter.',
    ),
    h3('The rule that keeps it honest'),
    p('In HubSpot this is a workflow of three lines. Written out, it reads:'),
    p(
      code(
        'if days_in_stage > 2 × median(days_in_stage)\n  then remind owner\n  then, after 5 days, move to "stalled"',
      ),
    ),
    p(
      'Nothing is lost and nobody is punished. Stalled deals leave the forecast and get their own ten minutes in the weekly review.',
    ),
    h2('Pay people back'),
    p('For each field you keep, say what the seller gets for filling it in:'),
    ul(
      'the next step writes the follow-up email as a draft;',
      'the renewal date books the reminder call;',
      'the reason for a loss feeds the list of objections that everyone practises.',
    ),
    p('If you cannot finish the sentence for a field, it belongs in the third pile.'),
    hr(),
    h2('Then keep one habit'),
    p(
      'Fifteen minutes every Monday, the whole team, the pipeline on the screen. No slides, no exports. Whatever is not in the CRM is not discussed. It takes about a month until people correct a record before the meeting because it is embarrassing not to.',
    ),
    p(
      'If you are moving from another system, do not bring the mess along: our ',
      entryLink('resource-crm-migration', 'migration workbook'),
      ' has the checklist we use. And if you would like it done with you, that is ',
      a('/services/sales/hubspot-implementation', 'HubSpot implementation'),
      '.',
    ),
  ),
});
