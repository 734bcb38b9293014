import { b, doc, entryLink, h2, h3, li, ol, p, quote, table, ul } from '#data/built-in/document.ts';
import { guideLink, resource } from '../entry.ts';

export const revenueLeakAudit = resource(
  'resource-revenue-leak-audit',
  '2026-10-05T08:00:00.000Z',
  {
    title: 'Revenue leak audit: the checklist',
    slug: 'revenue-leak-audit-checklist',
    subtitle:
      'Twenty-five questions in five areas. An afternoon with your team shows where the money goes.',
    author: 'Marta Lindqvist',
    readTime: '9 min',
    type: 'Checklist',
    gradient: 'brown-to-gold',
    content: doc(
      p(
        'This is the list we bring to the first day of an audit. Go through it with one person from each team in the room. Answer with a number, a name or “nobody knows”. The last answer is the most useful one: mark it.',
      ),
      h2('Before you start'),
      ul(
        li(
          p('Book three hours with the people who do the work:'),
          ul(
            'one from marketing, who can open the analytics;',
            'one from sales, who can open the CRM;',
            'one from delivery or support;',
            'the person who sends the invoices.',
          ),
        ),
        'Share one document and put each answer next to its question while you talk.',
        'Agree that today you collect answers, and no one has to defend them.',
      ),
      h2('1. Demand'),
      ul(
        'How many inquiries came in last month, and from where?',
        'Which three pages did buyers read before they wrote to us?',
        'What share of inquiries could never have become customers?',
        'Who reads the answers to “how did you hear about us”?',
        'Which channel would we miss least if it stopped today?',
      ),
      h2('2. First contact'),
      ul(
        'What is the median time from form to held conversation?',
        'Who takes over when the assigned person is away?',
        'How many inquiries from last month have had no reply?',
        'What happens to a good lead that comes at the wrong time?',
        'Does the person who calls know what the lead has read?',
      ),
      h2('3. Sales'),
      ul(
        'Could two sellers put the same deal into the same stage?',
        'How many open deals have had no activity for three weeks?',
        'What are the five most common reasons for a loss, in buyers’ words?',
        'Who may give a discount, and when was it last refused?',
        'How often does the forecast of week one match the result of week thirteen?',
      ),
      h2('4. Delivery'),
      ul(
        'How many days pass between signature and the first useful result?',
        'Who owns those days?',
        'Which promise from the sales call is written into the project?',
        'Which customers signed and never really began?',
        'What do new customers ask in the first week that they should not have to?',
      ),
      h2('5. Renewal'),
      ul(
        'Which accounts renew in the next ninety days, and who has called them?',
        'What did the last five customers who left say, word for word?',
        'Which customers use less than half of what they pay for?',
        'Who is asked for a referral, when, and by whom?',
        'When did we last raise a price?',
      ),
      h2('Scoring'),
      p('Count the marks for each area and look the result up.'),
      table(
        ['“Nobody knows”', 'What it means', 'Where to start'],
        ['0 to 1', 'Measured and owned', 'Look for the next constraint'],
        ['2 to 3', 'Works while the right people are in', 'Give each mark an owner and a date'],
        ['4 to 5', 'Money is leaving here', 'Follow ten real cases this week'],
      ),
      h3('How to follow ten cases'),
      ol(
        'Pick the ten most recent, not the ten best.',
        'For each one, list every step with its date and the person.',
        'Mark the longest wait in each case.',
        'Count which wait wins most often. That is your first project.',
      ),
      quote(
        'Do not repair anything on the day of the audit. The second leak you find is usually the cause of the first.',
      ),
      h2('What to do with the marks'),
      p(
        'Give every mark a name and a date, even if all that happens by then is a number written into an empty cell. A question that two areas could not answer goes to the founder, because it has no owner and will not find one alone. Put the same list on the table again in ninety days and compare the marks. If fewer of them are left, the audit worked. If the same ones are left, the trouble sits higher up than any team can reach.',
      ),
      p(
        b('Next: '),
        'put a price on each leak with the ',
        guideLink('growth-playbook', 'Growth Playbook'),
        ', or read ',
        entryLink('post-revops-handoffs', 'the five handoffs that lose revenue'),
        '.',
      ),
    ),
  },
);
