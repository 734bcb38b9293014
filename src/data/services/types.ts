import type { CategorySlug } from '../routes.ts';

/** Names of the icons in sections/services/ValueProps.astro. */
export type IconName = 'shield' | 'compass' | 'plug' | 'chart' | 'clock' | 'people';

export interface ValueProp {
  icon: IconName;
  title: string;
  description: string;
}

type ServiceReference = `${CategorySlug}/${string}`;

/** What search engines show of a page: its trade and its buyers, in a title of at most 60 characters. */
interface SearchHead {
  title: string;
  description: string;
}

/** A service as written in the catalogue; index.ts adds its category, and resolves `process` and `related`. */
export interface ServiceRecord {
  slug: string;
  title: string;
  head: SearchHead;
  /** The data of an SVG path on 320 by 112; a line made from the address when missing. */
  drawing?: string;
  /** Also the text of the service's card. */
  subtitle: string;
  description: string;
  benefits: readonly [string, string, string, string, string];
  /** Four steps: titles with their descriptions. */
  process: Readonly<Record<string, string>>;
  /** The headline of the last section of its page. */
  closing: string;
  related: readonly [ServiceReference, ServiceReference];
  /** Tags of the posts about this service: search finds it by them, and a post leads to its first tag's service. */
  tags?: readonly string[];
}

/** A category of the catalogue, with a `page` if it has its own. */
export interface CategoryRecord {
  slug: CategorySlug;
  title: string;
  intro: string;
  services: readonly ServiceRecord[];
  page?: {
    head: SearchHead;
    /** As that of a service. */
    drawing?: string;
    subtitle: string;
    description: string;
    valueProps: readonly [ValueProp, ValueProp, ValueProp];
  };
}
