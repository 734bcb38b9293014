import { routes } from './routes.ts';

export interface Price {
  amount: number;
  currency: string;
  unit: 'project' | 'hour' | 'day' | 'week' | 'month';
}

export interface Engagement {
  home: { title: string; description: string; price: string; cta: string };
  table: { model: string; description: string; price: string; cta: string };
  link: string;
  priceFrom: Price | null;
}

const engagement = (
  title: string,
  cta: string,
  price: string,
  priceFrom: Engagement['priceFrom'],
): Engagement => ({
  home: { title, description: 'Two weeks with your people and your books.', price, cta },
  table: { model: title, description: 'Two weeks, one report, no slides.', price, cta },
  link: routes.contact,
  priceFrom,
});

export const engagements: readonly Engagement[] = [
  engagement('Survey', 'Book a Survey', 'from 5 500 €', {
    amount: 5500,
    currency: 'EUR',
    unit: 'project',
  }),
  engagement('Companionship by the day', 'Ask for a Companion', 'from 1.260,50 € a day', {
    amount: 1260.5,
    currency: 'EUR',
    unit: 'day',
  }),
  engagement('Whole seasons', 'Talk about a Season', 'By agreement', null),
];
