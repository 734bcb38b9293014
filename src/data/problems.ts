import { categoryPath, resourcePath } from './routes.ts';

/** The Hard Truth (spec §2, Home): three problems, each with its solution. */
export const problems = [
  {
    title: 'Your Growth Has Stalled',
    body: 'The channel that got you here has stopped paying. You spend more every month to stand in the same place, and nobody can say why.',
    button: 'Show Me the Playbook',
    link: resourcePath('growth-playbook'),
  },
  {
    title: 'Your Tech Stack Is a Mess',
    body: 'Too many tools, too many versions of the truth, and one spreadsheet that holds it all together. Your team works for the software.',
    button: 'Untangle My Stack',
    link: categoryPath('business-operations'),
  },
  {
    title: "Generic AI Won't Pay Your Bills",
    body: 'A chatbot on the home page is a demo. An agent that closes tickets, cleans the CRM and drafts the quote is a margin.',
    button: 'Show Me How',
    link: categoryPath('ai'),
  },
] as const;
