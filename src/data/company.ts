/**
 * SAMPLE. Everything the firm must fill in about itself, in one place. The names, address, numbers
 * and profiles below belong to nobody: `.example` domains and 555-01xx numbers cannot be reached.
 */
export const company = {
  name: 'Lineward',
  legalName: 'Lineward Growth Consulting LLC',
  tagline: 'Simplify, Scale, Impact',
  description:
    'Growth consulting for B2B SaaS and e-commerce founders: business operations, marketing, sales and AI agents.',
  /** Author of a resource that names none (spec §3: "the provider's team name"). */
  teamName: 'The Lineward Team',
  foundedYear: 2019,
  /** IANA name; a post with a date and no time appears at this zone's midnight. */
  timeZone: 'America/New_York',
  phones: [
    { label: 'North America', display: '+1 (212) 555-0142', href: 'tel:+12125550142' },
    { label: 'Growth desk', display: '+1 (512) 555-0187', href: 'tel:+15125550187' },
  ],
  profiles: {
    linkedin: 'https://www.linkedin.com/company/lineward-sample',
  },
  address: {
    street: '100 Sample Street, Suite 400',
    city: 'New York',
    region: 'NY',
    postalCode: '10001',
    country: 'US',
  },
  /** Where leads go and what sends them, unless CONTACT_INBOX and CONTACT_FROM name others. */
  inbox: 'hello@lineward.example',
  sender: 'website@lineward.example',
  privacyEmail: 'privacy@lineward.example',
  careersEmail: 'careers@lineward.example',
  /** For whoever finds a weakness of the site; in /.well-known/security.txt. */
  securityEmail: 'security@lineward.example',
} as const;

/** Spec §9. */
export const officeHours = {
  days: 'Monday to Friday',
  hours: '9:00 AM to 6:00 PM EST',
  reply: 'We typically respond within 24 business hours.',
} as const;
