import { asset, b, doc, entryLink, h2, h3, i, ol, p, table, ul } from '#data/built-in/document.ts';
import { guideLink, post } from '../entry.ts';

export const aiAgentsPay = post('post-ai-agents-pay', '2026-09-30T10:00:00.000Z', {
  title: 'Where AI agents pay for themselves, and where they do not',
  slug: 'where-ai-agents-pay',
  author: 'Ilya Brandt',
  publishedDate: '2026-09-28',
  featuredImage: 'asset-switchboard',
  excerpt:
    'Four questions for any job you consider giving to an agent, the math most business cases leave out, and the jobs that should stay with people.',
  category: 'AI',
  tags: ['AI agents', 'Automation', 'Operations'],
  seoTitle: 'Where AI agents pay off in a growing company',
  seoDescription:
    'Four jobs that suit AI agents, three that do not, and an honest calculation you can do before anyone writes a prompt.',
  content: doc(
    p(
      'I build agents for a living and talk people out of them nearly as often. Think of an agent as a colleague who never tires, reads fast, forgets the context and is now and then wrong with complete confidence. There is plenty of work for a colleague like that, and work you would never hand over. A demo will not tell you which is which.',
    ),
    h2('Four questions before any demo'),
    p('Take one task, written as a verb and an object, and answer with a number or a name:'),
    ol(
      'How often does it happen in a week?',
      'How many minutes of a person’s time does it take?',
      'Who can tell in ten seconds whether the result is right?',
      'What does a mistake cost, and who would notice it?',
    ),
    p(
      'Multiply the first two. Below eight hours a week I would stop. If no one fits the third question, stop as well: what cannot be judged quickly cannot be improved. The answer to the fourth decides how much the agent may do without asking.',
    ),
    table(
      ['Task', 'Per week', 'Minutes', 'Hours', 'Verdict'],
      ['Sort support tickets', '600', '2', '20', 'Agent, with samples checked'],
      ['Draft quotes from call notes', '45', '25', '19', 'Agent drafts, seller sends'],
      ['Write the board summary', '1', '90', '1.5', 'A person with a template'],
      ['Adjust prices to demand', '30', '5', '2.5', 'A rule, if anything'],
    ),
    p('The figures are made up. Put yours in and the verdicts may change places.'),
    h2('The math that business cases leave out'),
    p(
      'Take the first row. Twenty hours a week sounds like half a salary, and that is the figure that ends up on the slide. Here is the other side, with assumptions to replace with your own.',
    ),
    ul(
      'The agent sorts 510 of the 600 tickets. The other 90 it gives back, and a person takes two minutes for each: 3 hours.',
      'A person checks one in ten of the sorted ones, a minute apiece: just under an hour.',
      'Three in a hundred land in the wrong queue, about 15 a week, and cost ten minutes each: 2.5 hours.',
      'Prompts, categories and odd cases need looking after: 2 hours.',
    ),
    p(
      'That leaves you with about eleven and a half hours out of the twenty. It is a good result, and a little more than half of what the slide promised.',
    ),
    h2('Jobs that pass almost everywhere'),
    p(
      b('Triage. '),
      'Read what comes in and put it where it belongs. There is a lot of it, and a wrong queue is only an annoyance.',
    ),
    p(
      b('Record keeping. '),
      'After a call, the notes, the next step and the changed fields appear in the CRM as a proposal, and the seller approves with one click. The repaired data is worth more than the hours, because everyone else’s work depends on it.',
    ),
    p(
      b('First drafts with a known source. '),
      'Quotes, security questionnaires, replies about orders. The agent assembles facts from your systems, and a person signs.',
    ),
    p(
      b('Reconciliation. '),
      'Match payments to invoices and invoices to orders, and hand over what is left sorted by likely cause.',
    ),
    asset('asset-loop-diagram'),
    p(
      'All four have this loop in them. Without it an agent is as good on its last day as on its first.',
    ),
    h2('Three I would leave with people'),
    h3('Cold outreach by the thousand'),
    p(
      'Every message is cheap, so everyone sends them and no one reads them. What you spend is the reputation of your domain.',
    ),
    h3('Strategy'),
    p(
      'A model will summarize your market in a minute, and much the same for your competitor. What would set you apart is in the heads of ten customers who have to be called.',
    ),
    h3('Support with no way out'),
    p(
      'Deflection looks great on a dashboard. Find out how many of the deflected customers renewed.',
    ),
    h2('Try a plain rule first'),
    p(
      'A rule is cheap, fast, and can be explained to an auditor. In a sound design the model does the ',
      i('one'),
      ' step where the input is messy, and ordinary automation does the rest. If you find that every step needs a model, the process itself is probably unclear to people, too.',
    ),
    p(
      'When a task passes, write its exam before its prompt: two hundred past cases with the right answers. The ',
      guideLink('ai-implementation-guide', 'implementation guide'),
      ' shows how, and the ',
      entryLink('resource-agent-readiness', 'agent readiness scorecard'),
      ' tells you whether your data and people are ready for it.',
    ),
  ),
});
