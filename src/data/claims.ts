/** SAMPLE. What the firm says of its own work and promises: only what it can prove and keep. */
import type { CategorySlug } from './routes.ts';

export const promise =
  'Growth consulting for B2B SaaS and e-commerce founders, with proven growth frameworks and custom AI agents. We have worked with 50+ B2B SaaS companies.';

/** Our Story on the page About Us: the opening, in large type, and the paragraphs after it. */
export const story = {
  opening:
    'Our advice comes from companies we ran. One of them reached $15M ARR, and on the way we made most of the mistakes our clients now pay us to prevent.',
  paragraphs: [
    'We hired a sales team before the pipeline could feed it. We bought tools to fix problems that were about people, then paid again to connect the tools. We read reports that explained last quarter beautifully and said nothing about the next one. What got us growing again was never a single channel or a clever campaign. It was finding the one thing that held everything else back, fixing it properly, and then looking for the next.',
    'That habit became a firm. Since then we have worked with 50+ B2B SaaS companies, whose customers are in 10+ industries: in their CRM, their pipeline reviews and their late-night spreadsheets. We work remote-first and close to the people who do the work, and we leave when your people run it without us.',
  ],
} as const;

/** How the firm works: a text for each card of Our Approach. */
export const approach = [
  'We read your CRM, sit in on sales calls and follow an order from click to invoice. Advice from the outside is guesswork with slides.',
  'You get one page that says what is broken, what it costs and what to do on Monday. If a sentence needs a glossary, we rewrite it.',
  'We start with what you already pay for. A new tool goes in when it replaces two, and someone on your team owns it.',
  'We measure ourselves on your revenue, your margin and the hours your team gets back.',
] as const;

export const nextSteps = [
  'You write a few sentences. No document is needed.',
  'A partner reads them and answers within one business day, with times for a call.',
  'We talk it through, and you decide what happens next.',
] as const;

/** What the page Privacy says of the contact form, and the form itself. */
export const privacyPromise = 'We use your answers to reply to you and for nothing else.';

interface ProofPoint {
  figure: string;
  label: string;
  /** Whose work it is, where a partner's: the figure that closes a page names the partner. */
  by?: string;
  /** The categories whose pages end with this figure; one without any closes the other pages. */
  fits?: readonly CategorySlug[];
}

export const proofPoints: readonly ProofPoint[] = [
  {
    figure: '$15M',
    label: 'ARR built at a previous company',
    by: 'Marta Lindqvist',
    fits: ['sales'],
  },
  { figure: '61×', label: 'ROAS on organic', by: 'Daniel Osei', fits: ['marketing'] },
  { figure: '10+', label: 'industries served' },
  {
    figure: '100s',
    label: 'of processes automated',
    by: 'Ilya Brandt',
    fits: ['business-operations', 'ai'],
  },
];
