import { engagements } from './engagements.ts';
import { formatPrice } from './prices.ts';

const [first] = engagements;

/** The smallest engagement with its price: 'Audit from $3,000'. */
export const firstStep = `${first.home.title} ${formatPrice(first.price, 'home')}`;
