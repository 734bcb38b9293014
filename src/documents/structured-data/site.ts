/** One JSON-LD graph for each page, linked by `@id`. Paths of this site become absolute when it is rendered. */
import type * as Schema from 'schema-dts';
import { company } from '#data/company.ts';
import type { Trail } from '#data/navigation.ts';
import { partnerPath, routes } from '#data/routes.ts';
import { team } from '#data/team.ts';

/** Ids of nodes that several pages have. */
export const nodeIds = {
  organization: '/#organization',
  website: '/#website',
} as const;

// Types of their own, because checking a literal against every type of schema.org is slow.
export type FirmNode = Extract<Schema.Organization, { '@type': 'Organization' }>;
export type PersonNode = Extract<Schema.Person, { '@type': 'Person' }>;
/** Refers to a node of the same page by its id. */
export const refer = (id: string): Schema.IdReference => ({ '@id': id });

export type PageType = 'WebPage' | 'AboutPage' | 'ContactPage' | 'CollectionPage';

export interface DescribedPage {
  path: string;
  title: string;
  type: PageType;
  trail: Trail | undefined;
  language: string;
}

/** The firm: name, logo and profiles on every page, and all facts on pages about the firm. */
function describeOrganization({ path, type }: DescribedPage): FirmNode {
  const named = {
    '@type': 'Organization',
    '@id': nodeIds.organization,
    name: company.name,
    url: routes.home,
    logo: '/apple-touch-icon.png',
    sameAs: Object.values(company.profiles),
  } as const;
  if (path !== routes.home && type !== 'AboutPage' && type !== 'ContactPage') return named;
  return {
    ...named,
    legalName: company.legalName,
    slogan: company.tagline,
    description: company.description,
    ...(type === 'AboutPage' && {
      employee: team.map(({ name, title, linkedin, social }) => ({
        '@type': 'Person' as const,
        '@id': partnerPath(name),
        name,
        jobTitle: title,
        sameAs: [linkedin, social?.href].flatMap((profile) => profile ?? []),
      })),
    }),
    ...(type === 'ContactPage' && {
      contactPoint: company.phones.map(({ label, contactType, href }) => ({
        '@type': 'ContactPoint' as const,
        name: label,
        telephone: href.slice('tel:'.length),
        contactType,
      })),
    }),
  };
}

const describeTrail = (trail: Trail): Schema.BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    ...(href ? { item: href } : {}),
  })),
});

const describeWebsite = ({ language }: DescribedPage): Schema.WebSite => ({
  '@type': 'WebSite',
  '@id': nodeIds.website,
  name: company.name,
  url: routes.home,
  inLanguage: language,
  publisher: refer(nodeIds.organization),
});

function describeOwnPage(page: DescribedPage): Schema.WebPage {
  const { path, title, type, trail } = page;
  const isAboutFirm = type === 'AboutPage' || type === 'ContactPage';
  return {
    '@type': type,
    '@id': path,
    url: path,
    name: title,
    isPartOf: describeWebsite(page),
    ...(trail ? { breadcrumb: describeTrail(trail) } : {}),
    ...(isAboutFirm ? { mainEntity: refer(nodeIds.organization) } : {}),
  };
}

/** The nodes that every page has: the firm, and the page with its site and its breadcrumb. */
export const describePage = (page: DescribedPage): readonly Schema.Thing[] => [
  describeOrganization(page),
  describeOwnPage(page),
];

const addresses = new Set(['@id', 'url', 'item', 'image', 'logo']);

/** The text of a script element, escaped so that no text in it can end the element. */
export function renderGraph(nodes: readonly Schema.Thing[], origin: string | URL): string {
  const json = JSON.stringify(
    { '@context': 'https://schema.org', '@graph': nodes },
    (name, value: unknown) =>
      addresses.has(name) && typeof value === 'string' && value.startsWith('/')
        ? new URL(value, origin).href
        : value,
  );
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
