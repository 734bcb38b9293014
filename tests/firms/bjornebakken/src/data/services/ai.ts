import { createCategory } from './firm.ts';

const services = {
  forecasting: 'Forecasting by the Tide',
  'document-understanding': 'Internationalisation of Documents',
};
export const ai = createCategory(
  'ai',
  'AI',
  'Machines for the boring half of the work.',
  services,
  'agent',
);
