export const topics: Readonly<Record<string, string>> = {
  Forecasts: 'What we got wrong about the next quarter, and how we noticed.',
};
