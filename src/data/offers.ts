/** What several places say of the engagements. */
import { engagements, type Engagement } from './engagements.ts';
import { formatPrice } from './prices.ts';

const [first] = engagements;

const nameWithPrice = ({ home, price }: Engagement) =>
  `${home.title} ${formatPrice(price, 'home')}`;

/** The smallest engagement with its price: 'Audit from $3,000'. */
export const firstStep = nameWithPrice(first);

/** Every price with figures: 'Audit from $3,000, Advisory from $200/h'. */
export const prices = engagements
  .filter(({ price }) => typeof price !== 'string')
  .map(nameWithPrice)
  .join(', ');

/** How long an engagement takes and what the client keeps, where the firm says so. */
export const listTerms = ({ duration, keeps }: Engagement): readonly string[] => [
  ...(duration ? [duration] : []),
  ...(keeps ? [`You keep: ${keeps}`] : []),
];
