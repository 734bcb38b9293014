/** SAMPLE. Replace with a client's own words and name, and their written consent. */
export const testimonial = {
  text: 'They found the leak in the second meeting: our best leads were waiting for a call that was no one’s job. Same team, same budget, and now every lead hears from us the same day.',
  author: 'Renata Okafor-Lund',
  title: 'Operations Director, B2B SaaS company',
  initials: 'RO',
} as const;

/** SAMPLE. Roles of clients in place of logos: six boxes on the contact page, a hidden strip on home. */
export const clientLogos = [
  'B2B SaaS founders',
  'E-commerce founders',
  'Chief executives',
  'Operations directors',
  'Marketing leads',
  'Sales leads',
] as const;
