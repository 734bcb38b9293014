import type { Offer, OfferCatalog, Service as ServiceNode } from 'schema-dts';
import { company } from '#data/company.ts';
import { engagements, type Engagement } from '#data/engagements.ts';
import type { Price } from '#data/prices.ts';
import { routes, servicePath } from '#data/routes.ts';
import type { Service } from '#data/services/index.ts';
import { nodeIds, refer } from './site.ts';

/** Codes of UN/CEFACT. */
const unitCodes = { hour: 'HUR', day: 'DAY', week: 'WEE', month: 'MON' } as const;

const describePrice = ({ amount, currency, unit }: Price) => ({
  priceSpecification: {
    ...(unit === 'project'
      ? ({ '@type': 'PriceSpecification' } as const)
      : ({ '@type': 'UnitPriceSpecification', unitCode: unitCodes[unit] } as const)),
    minPrice: amount,
    priceCurrency: currency,
  },
});

const describeOffer = ({ table, price }: Engagement): Offer => ({
  '@type': 'Offer',
  name: table.model,
  url: routes.contact,
  offeredBy: refer(nodeIds.organization),
  ...(typeof price === 'string' ? {} : describePrice(price)),
});

/** A service on its own page, with the first step that the page offers. */
export function describeService(service: Service, category: string): ServiceNode {
  const path = servicePath(service.category, service.slug);
  return {
    '@type': 'Service',
    '@id': `${path}#service`,
    name: service.title,
    description: service.description,
    category,
    serviceType: `${category} consulting`,
    areaServed: company.areaServed,
    audience: { '@type': 'BusinessAudience', audienceType: company.audience },
    url: path,
    mainEntityOfPage: refer(path),
    provider: refer(nodeIds.organization),
    offers: describeOffer(engagements[0]),
  };
}

/** Engagements with their prices, as in the table of the overview. */
export const describeEngagements = (): OfferCatalog => ({
  '@type': 'OfferCatalog',
  '@id': `${routes.services}#engagements`,
  name: 'How We Engage',
  itemListElement: engagements.map(describeOffer),
});
