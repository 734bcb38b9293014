import { createCategory } from './firm.ts';

export const ai = createCategory('ai', 'AI', 'Machines for the boring half of the work.', true, {
  forecasting: 'Forecasting by the Tide',
  'document-understanding': 'Internationalisation of Documents',
});
