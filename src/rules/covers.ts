/** The line across a cover, a different one for every slug. */
const lines = [
  'M-9 150C50 150 80 120 120 118S190 140 220 112 290 70 330 20',
  'M-9 140C40 140 60 96 110 96S160 120 196 96 240 52 330 44',
  'M-9 120C50 120 60 150 104 140S150 80 200 84 262 60 330 14',
];

/** The cover of what has no image: the name of its colours, and the path of its line in 320 by 180. */
export function getCover(slug: string): { colours: string; line: string | undefined } {
  const codes = Array.from(slug, (letter) => letter.charCodeAt(0));
  const variant = codes.reduce((sum, code) => sum + code, 0) % lines.length;
  return { colours: `house-${variant}`, line: lines[variant] };
}
