const engagement = (title: string, cta: string, price: unknown, terms = {}) => ({
  home: { title, description: 'Two weeks with your people and your books.' },
  table: { model: title, description: 'Two weeks, one report, no slides.' },
  cta,
  price,
  ...terms,
});

export const engagements = [
  engagement(
    'Survey',
    'Book a Survey',
    { amount: 5500, currency: 'EUR', unit: 'project' },
    { duration: 'Ten working days', keeps: 'a map of the work on one sheet' },
  ),
  engagement('Companionship by the day', 'Ask for a Companion', {
    amount: 1260.5,
    currency: 'EUR',
    unit: 'day',
  }),
  engagement('Whole seasons', 'Talk about a Season', 'By agreement'),
];
