import type { Price } from './prices.ts';
import { routes } from './routes.ts';

export interface Engagement {
  home: { title: string; description: string; cta: string };
  table: { model: string; description: string; cta: string };
  link: string;
  price: Price | string;
}

const engagement = (title: string, cta: string, price: Engagement['price']): Engagement => ({
  home: { title, description: 'Two weeks with your people and your books.', cta },
  table: { model: title, description: 'Two weeks, one report, no slides.', cta },
  link: routes.contact,
  price,
});

export const engagements: readonly Engagement[] = [
  engagement('Survey', 'Book a Survey', { amount: 5500, currency: 'EUR', unit: 'project' }),
  engagement('Companionship by the day', 'Ask for a Companion', {
    amount: 1260.5,
    currency: 'EUR',
    unit: 'day',
  }),
  engagement('Whole seasons', 'Talk about a Season', 'By agreement'),
];
