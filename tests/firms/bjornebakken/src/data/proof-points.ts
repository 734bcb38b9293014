export const proofPoints = [
  { figure: '€4M', label: 'of stock found in the wrong place' },
  { figure: '12', label: 'ports served' },
  { figure: '30+', label: 'spreadsheets retired' },
  { figure: '1,000s', label: 'of parcels a day' },
] as const;
