import type { ServiceRecord, ServiceReference } from './types.ts';

/** Creates a service with as few words as pages allow. */
export const service = (
  slug: string,
  title: string,
  ...related: readonly [ServiceReference, ServiceReference]
): ServiceRecord => ({
  slug,
  title,
  subtitle: `${title}, done once and then kept in order.`,
  description: `We look at how ${title.toLowerCase()} is done with you today, who does it, and what it costs. Then we change one thing at a time.`,
  benefits: [
    'Fewer handovers',
    'One list in place of five',
    'Answers on the same day',
    'A named owner for each step',
    'Nothing that needs us afterwards',
  ],
  process: [
    { title: 'Watch', description: 'A week beside those who do the work.' },
    { title: 'Draw', description: 'The way of an order on one sheet of paper.' },
    { title: 'Change', description: 'One step, with those who take it.' },
    { title: 'Leave', description: 'When the numbers have held for a month.' },
  ],
  related,
});
