import { routes } from './routes.ts';

export interface Engagement {
  home: { title: string; description: string; price: string; cta: string };
  table: { model: string; description: string; price: string; cta: string };
  link: string;
  priceFrom: { amount: number; currency: string; unit: 'project' | 'hour' } | null;
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
  engagement('Survey', 'Book a Survey', 'from €5,500', {
    amount: 5500,
    currency: 'EUR',
    unit: 'project',
  }),
  engagement('Companionship by the hour', 'Ask for a Companion', 'from €260/h', {
    amount: 260,
    currency: 'EUR',
    unit: 'hour',
  }),
  engagement('Whole seasons', 'Talk about a Season', 'By agreement', null),
];
