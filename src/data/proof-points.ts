/** Our Proof Points (spec §2, About Us; §9). */
export const proofPoints = [
  { figure: '$15M', label: 'ARR built at a previous company' },
  { figure: '61×', label: 'ROAS on organic' },
  { figure: '10+', label: 'industries served' },
  { figure: '100s', label: 'of processes automated' },
] as const;
