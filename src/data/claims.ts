/** SAMPLE. What the firm says of its own work: only what it can prove. */

export const promise =
  'We help B2B SaaS and e-commerce founders scale with proven growth frameworks and custom AI agents. 50+ B2B SaaS companies have put them to work.';

/** Our Story on the page About Us: the opening, in large type, and the paragraphs after it. */
export const story = {
  opening:
    'We ran companies before we advised them. One of them reached $15M ARR, and on the way we made most of the mistakes our clients now pay us to prevent.',
  paragraphs: [
    'We hired a sales team before the pipeline could feed it. We bought tools to fix problems that were about people, then paid again to connect the tools. We read reports that explained last quarter beautifully and said nothing about the next one. What got us growing again was never a single channel or a clever campaign. It was finding the one thing that held everything else back, fixing it properly, and then looking for the next.',
    'That habit became a firm. Since then, more than 50 B2B SaaS companies have let us into their CRM, their pipeline reviews and their late-night spreadsheets. We work remote-first and close to the people who do the work, and we stay until the numbers move.',
  ],
} as const;

export const proofPoints = [
  { figure: '$15M', label: 'ARR built at a previous company' },
  { figure: '61×', label: 'ROAS on organic' },
  { figure: '10+', label: 'industries served' },
  { figure: '100s', label: 'of processes automated' },
] as const;
