/** SAMPLE. What the articles of a tag are about, in a sentence, by the tag as editors spell it. A tag may have none. */
export const topics: Readonly<Record<string, string>> = {
  'AI agents':
    'Which jobs an agent can do in a small company, what it costs, and when to leave the job alone.',
  Automation:
    'What to automate first, what to leave to people, and how to notice when a rule breaks.',
  Content:
    'Articles and pages that buyers read before they call, and a rhythm that survives a busy month.',
  CRM: 'How to set up a CRM that sellers fill in, because it helps them sell.',
  'E-commerce':
    'Orders, returns and suppliers: the quiet work behind a shop, and how to do less of it by hand.',
  Growth: 'Why growth stalls, how to find what holds it back, and what to change first.',
  'Lead generation':
    'How to choose whom to write to, what to say, and how to tell which channel worked.',
  Metrics:
    'The few numbers a founder needs to decide, and how to read them without fooling yourself.',
  Operations: 'Where work waits between teams, what the wait costs, and how to take it out.',
  Pipeline: 'Stages that mean something, handoffs that lose nothing, and forecasts you can act on.',
  Pricing: 'How to raise prices, whom to ask first, and how to keep the customers you want.',
  RevOps: 'One set of numbers for marketing, sales and service, and clear handoffs between them.',
  'Sales process':
    'How to write down what wins a deal, so that more people than the founder can sell.',
  SEO: 'How to earn the searches that lead to revenue, with fewer pages and better ones.',
};
