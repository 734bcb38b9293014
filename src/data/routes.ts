/** Every address of the site. Links, listings, redirects and tests use these. */
export const routes = {
  home: '/',
  services: '/services',
  resources: '/resources',
  blog: '/blog',
  thankYou: '/blog/thank-you',
  about: '/about',
  contact: '/contact',
  careers: '/careers',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  search: '/search',
} as const;

/** What search knows of the pages, loaded at the first question. */
export const searchIndexPath = '/search-index.json';

/** The blog's RSS feed. No list of pages contains it. */
export const feedPath = '/rss.xml';
export const feedType = 'application/rss+xml; charset=utf-8';

/** Tells security researchers whom to contact (RFC 9116). */
export const securityTextPath = '/.well-known/security.txt';

/** Where a contact form sent without JavaScript ends. No list contains the page. */
export const contactSentPath = '/contact/sent';

export type CategorySlug = 'business-operations' | 'marketing' | 'sales' | 'ai';

export const categoryPath = (category: CategorySlug) => `/services/${category}` as const;
export const categoryAnchor = (category: CategorySlug) => `/services#${category}` as const;
export const servicePath = (category: CategorySlug, service: string) =>
  `/services/${category}/${service}` as const;
const toAnchor = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
export const partnerPath = (name: string) => `${routes.about}#${toAnchor(name)}` as const;

export const pricesPath = '/services#how-we-engage';

/**
 * The contact page for an engagement. The fragment shows there, without a script, what the visitor asked for; the query
 * is in the address of the page that a lead's mail names.
 */
export const offerPath = (engagement: string) =>
  `${routes.contact}?offer=${toAnchor(engagement)}#${toAnchor(engagement)}` as const;

/** A nav link is active on its own path and below it; `/blogger` is not below `/blog`. */
export const isActivePath = (link: string, path: string) =>
  path === link || path.startsWith(`${link}/`);
