/** Whom the firm works for, as pages say it behind 'for'. */
const audience = 'B2B SaaS and e-commerce founders';

/** SAMPLE. All that the firm must say about itself. `.example` domains and 555-01xx numbers cannot be reached. */
export const company = {
  name: 'Lineward',
  /** The name as header and footer draw it: a soft hyphen (\u00ad) allows a break inside a long word. */
  wordmark: 'Lineward',
  legalName: 'Lineward Growth Consulting LLC',
  tagline: 'Simplify, Scale, Impact',
  /** What the firm sells, as pages say it before 'for' and the audience. */
  trade: 'growth consulting',
  audience,
  /** Where the firm works, as search engines are told: a country, a region or 'Worldwide'. */
  areaServed: 'Worldwide',
  description: `Growth consulting for ${audience}: business operations, marketing, sales and AI agents.`,
  /** Author of a resource without one: the name of the team. */
  teamName: 'The Lineward Team',
  /** IANA name. A post whose date has no time appears at midnight in this zone. */
  timeZone: 'America/New_York',
  /** The language and country whose way of writing amounts the prices follow. */
  numberLocale: 'en-US',
  /** `contactType` is what search engines are told: 'sales', 'customer support'. */
  phones: [
    {
      label: 'New clients',
      contactType: 'sales',
      display: '+1 (212) 555-0142',
      href: 'tel:+12125550142',
    },
    {
      label: 'Existing clients',
      contactType: 'customer support',
      display: '+1 (512) 555-0187',
      href: 'tel:+15125550187',
    },
  ],
  profiles: {
    linkedin: 'https://www.linkedin.com/company/lineward-sample',
  },
  /** Line by line, as an envelope in the firm's country has it. */
  address: ['100 Sample Street, Suite 400', 'New York, NY 10001', 'US'],
  /** Recipient and sender of leads, unless CONTACT_INBOX and CONTACT_FROM are set. */
  inbox: 'hello@lineward.example',
  sender: 'website@lineward.example',
  privacyEmail: 'privacy@lineward.example',
  careersEmail: 'careers@lineward.example',
  /** Contact in /.well-known/security.txt for people who find a weakness of the site. */
  securityEmail: 'security@lineward.example',
} as const;

/** Where visitors who have written may pick a time for a call, such as the firm's page of a booking service. */
export const calendar: string | null = null;

export const officeHours = {
  days: 'Monday to Friday',
  hours: '9:00 AM to 6:00 PM EST',
  reply: 'We typically respond within 24 business hours.',
} as const;
