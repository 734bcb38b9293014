import {
  a,
  asset,
  b,
  code,
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

export const crmMigration = resource('resource-crm-migration', '2026-08-24T08:00:00.000Z', {
  title: 'CRM migration workbook',
  slug: 'crm-migration-workbook',
  subtitle: 'Move to a new CRM in four weeks and leave the mess behind.',
  author: 'Daniel Osei',
  readTime: '3 min',
  type: 'Workbook',
  gradient: 'green-to-blue',
  content: doc(
    p(
      'A migration is the only time everyone agrees that the data is bad. Use it. The plan below takes four weeks for a team of up to thirty, with one person in charge who is freed from half of their other work.',
    ),
    asset('asset-migration-diagram'),
    h2('Who does what'),
    ul(
      li(
        p(b('The owner '), 'decides when teams disagree, and reports once a week:'),
        ul(
          'what was decided;',
          'what is still open, and who it waits for;',
          'whether Thursday of week four still holds.',
        ),
      ),
      [b('One seller '), 'speaks for the people who will live in the new system.'],
      [b('One person from finance '), 'checks every sum before and after.'],
      [b('Everyone else '), 'gives an hour in week three and a patient Thursday in week four.'],
    ),
    h2('Week 1: decide what deserves to move'),
    p(
      'Export everything once. No one edits the export; it is your safety net. Then decide, record type by record type:',
    ),
    table(
      ['Record', 'Move', 'Archive', 'Leave behind'],
      [
        'Companies',
        'Customers, open deals, active prospects',
        'Past customers',
        'No contact for 24 months',
      ],
      ['Contacts', 'Belong to a company that moves', 'Former champions', 'No email, or it bounces'],
      ['Deals', 'Open, and won in the last two years', 'Lost, with a reason', 'Lost, without one'],
      ['Activities', 'Last twelve months of open deals', 'The rest', 'Automatic emails'],
      ['Fields', 'Used by a person or a process this quarter', '', 'Everything else'],
    ),
    p(b('The rule of thumb: '), 'if fewer than half of the records move, you are doing it right.'),
    h2('Week 2: write the map'),
    p(
      'One line for each field: where it comes from, where it goes, how it changes. Three columns are enough.',
    ),
    p(
      code(
        'old: Lead_Status__c   →  new: lifecycle_stage   map: "Nurture" → "lead", "SQL" → "opportunity"\nold: Ann_Rev          →  new: annual_revenue    parse: "1.2m" → 1200000\nold: Notes_2          →  (archive)',
      ),
    ),
    p(
      'Have each team sign the lines it depends on. Arguments now are cheap; arguments in week five are not.',
    ),
    quote('A field nobody will sign for is a field nobody will miss.'),
    h3('Duplicates'),
    ol(
      'Companies by web domain, then by name and city.',
      'Contacts by email address, then by name within a company.',
      'In a conflict the newest filled value wins, and the loser is kept in a note.',
    ),
    h2('Week 3: rehearse'),
    ul(
      'Load everything into a test account.',
      'Each seller opens ten of their own deals and checks them against memory.',
      'Finance compares the sum of won deals by month with the invoices.',
      'Every automation runs against test records, with email delivery switched off.',
      'Measure how long the load takes. That is your window for the real one.',
    ),
    p('Whatever fails goes into the map, and you load again. Two rehearsals are normal.'),
    h2('Week 4: move on a Thursday'),
    ol(
      'Wednesday evening: the old system becomes read-only. Everyone knows.',
      'Night: export, transform, load, check the sums.',
      'Thursday: everyone works in the new system, together, with help in the room.',
      'Friday: fix what rubs. That is why it is not Monday.',
    ),
    h3('When to turn back'),
    p(
      'Decide beforehand what would make you stop: sums that differ by more than finance can explain, open deals that are missing, or a load that runs past its window. Write down who may say so and until what hour. The old system is still there, read-only, and waiting a week costs less than selling from wrong data.',
    ),
    h2('Afterwards'),
    p(
      'The habits that keep it clean are in ',
      entryLink('post-crm-hygiene', 'our notes on CRM hygiene'),
      '. Start them in the first week, while everyone still remembers the export.',
    ),
    p(
      'Keep the old system readable for one quarter, then export it a last time and close it. Look at usage every week for two months; the field that stays empty can go already. If you would like company on the Thursday, that is what our ',
      a('/services/sales/hubspot-implementation', 'HubSpot implementation'),
      ' is for.',
    ),
  ),
});
