import { aiAgentsPay } from './ai-agents-pay.ts';
import { attribution } from './attribution.ts';
import { crmHygiene } from './crm-hygiene.ts';
import { ecommerceOperations } from './ecommerce-operations.ts';
import { firstSalesHire } from './first-sales-hire.ts';
import { growthPlateau } from './growth-plateau.ts';
import { leadGenerationList } from './lead-generation-list.ts';
import { priceIncrease } from './price-increase.ts';
import { revopsHandoffs } from './revops-handoffs.ts';
import { seoThatCompounds } from './seo-that-compounds.ts';

export const posts = [
  growthPlateau,
  crmHygiene,
  revopsHandoffs,
  aiAgentsPay,
  seoThatCompounds,
  priceIncrease,
  ecommerceOperations,
  firstSalesHire,
  attribution,
  leadGenerationList,
];
