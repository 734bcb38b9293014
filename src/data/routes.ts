/** Every address of the site. Links, listings, redirects and tests take them from here (spec §2). */
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

/** What the search page loads when it is used, and beside it the index (adapters/node/search-index.ts). */
export const searchRuntimePath = '/pagefind/pagefind.js';

/** The blog as RSS: a file for readers, and in no list of pages. */
export const feedPath = '/rss.xml';
export const feedType = 'application/rss+xml; charset=utf-8';

/** A part of the sitemap; 'index' names the others. */
export const sitemapPath = (part: string) => `/sitemap-${part}.xml`;

/** Where researchers look for whom to tell (RFC 9116). */
export const securityTextPath = '/.well-known/security.txt';

/** A post or a resource as Markdown, beside its page. */
export const markdownPath = (page: string) => `${page}.md` as const;
export const markdownType = 'text/markdown; charset=utf-8';

/** Where a contact form sent without JavaScript ends (contract, Endpoints): a page, but in no list. */
export const contactSentPath = '/contact/sent';

export const categorySlugs = ['business-operations', 'marketing', 'sales', 'ai'] as const;
export type CategorySlug = (typeof categorySlugs)[number];

export const categoryPath = (category: CategorySlug) => `/services/${category}` as const;
export const categoryAnchor = (category: CategorySlug) => `/services#${category}` as const;
export const servicePath = (category: CategorySlug, service: string) =>
  `/services/${category}/${service}` as const;
export const postPath = (slug: string) => `/blog/${slug}` as const;
export const resourcePath = (slug: string) => `/resources/${slug}` as const;
/** All posts with a tag; its slug comes from rules/tag-slug.ts. */
export const tagPath = (slug: string) => `/blog/tag/${slug}` as const;

/** Stands in for items of a list that the build does not have; no slug can be `live`. */
export const livePath = (list: 'blog' | 'resources') => `/${list}/live` as const;

/** Page `n` of a list's archive, counted from the oldest item (contract, Endpoints). */
export const archivePath = (list: string, page: number) => `${list}/page/${page}`;

/** A nav link is active on its own path and below it, so `/blogger` is not under `/blog` (spec §2). */
export const isActivePath = (link: string, path: string) =>
  path === link || path.startsWith(`${link}/`);
