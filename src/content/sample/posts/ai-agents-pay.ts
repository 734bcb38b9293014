import { a, asset, b, doc, entryLink, h2, h3, i, ol, p, table, ul } from '../../document.ts';
import { post } from '../entry.ts';

export const aiAgentsPay = post('post-ai-agents-pay', '2026-09-28T10:00:00.000Z', {
  title: 'Where AI agents pay for themselves, and where they do not',
  slug: 'where-ai-agents-pay',
  author: 'Ilya Brandt',
  publishedDate: '2026-09-28',
  featuredImage: 'asset-switchboard',
  excerpt:
    'A simple test for any job you consider giving to an agent, four that pass it in almost every company, and three that keep failing.',
  category: 'AI',
  tags: ['AI agents', 'Automation', 'Operations'],
  seoTitle: 'Where AI agents pay off in a growing company',
  seoDescription:
    'Four jobs that suit AI agents, three that do not, and a calculation you can do before anybody writes a prompt.',
  content: doc(
    p(
      'I build agents for a living, and I spend a good part of my week advising against them. Both are the same job. An agent is a colleague who never tires, reads fast, forgets context and is occasionally wrong with great confidence. Some work suits such a colleague. A lot of it does not.',
    ),
    h2('The test'),
    p('Take one task and answer four questions with a number or a name:'),
    ol(
      'How often does it happen in a week?',
      'How many minutes does it take a person, waiting included?',
      'Who can tell in ten seconds whether the result is right?',
      'What does a mistake cost, and who notices it?',
    ),
    p(
      'Multiply the first two. If the result is less than a working day per week, stop: the care an agent needs will eat the gain. If the third has no answer, stop as well, because you will not be able to improve it. The fourth decides how much freedom it gets.',
    ),
    h3('What this looks like'),
    table(
      ['Task', 'Per week', 'Minutes', 'Hours', 'Verdict'],
      ['Sort support tickets', '600', '2', '20', 'Agent, with samples checked'],
      ['Draft quotes from call notes', '45', '25', '19', 'Agent drafts, seller sends'],
      ['Weekly board summary', '1', '90', '1.5', 'A person with a template'],
      ['Change prices by demand', '30', '5', '2.5', 'A rule, if anything'],
    ),
    p('The figures are made up; the shape is what we see.'),
    h2('Four jobs that pass almost everywhere'),
    p(
      b('Triage. '),
      'Reading an incoming message, deciding what it is about and putting it where it belongs. High volume, easy to judge, and a wrong queue is an annoyance.',
    ),
    p(
      b('Record keeping. '),
      'After a call, the notes, the next step and the changed fields land in the CRM as a proposal. The seller approves with one click. This alone pays for many projects, because it also repairs the data everyone else depends on.',
    ),
    p(
      b('First drafts with a known source. '),
      'Quotes, answers to security questionnaires, replies about orders. The facts come from your systems, the agent assembles them, a person signs.',
    ),
    p(
      b('Reconciliation. '),
      'Matching invoices to orders and payments to invoices, with the leftovers handed over sorted by likely cause.',
    ),
    asset('asset-loop-diagram'),
    h2('Three that keep failing'),
    ul(
      [
        b('Cold outreach at scale. '),
        'It works until everyone does it, which was some time ago. Your domain’s reputation pays.',
      ],
      [
        b('Strategy by prompt. '),
        'A model can summarise your market. It has never met your customers.',
      ],
      [
        b('The chatbot that replaces support. '),
        'Deflection looks splendid on a dashboard. Count how many of the deflected customers renewed.',
      ],
    ),
    h2('Plain automation first'),
    p(
      'Before any of this, check whether a rule would do. Rules are cheap, quick and explainable. In most of our projects the model handles the ',
      i('one'),
      ' step where the input is messy, and ordinary automation does the rest.',
    ),
    p(
      'If a task on your list passes the test, the next thing to write is the exam and not the prompt. The ',
      a('/resources/ai-implementation-guide', 'implementation guide'),
      ' shows how. To see whether your data is ready, go through the ',
      entryLink('resource-agent-readiness', 'agent readiness scorecard'),
      '.',
    ),
  ),
});
