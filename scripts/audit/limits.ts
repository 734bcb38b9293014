/** What every page has to reach, and how a page's figures read on a line. */
import { categories, type Measurement } from './lighthouse.ts';

export const limits = {
  /** Of each category. */
  score: 100,
  /** Milliseconds, simulated on slow 4G behind TLS. */
  largestPaint: 1000,
  blocking: 0,
  shift: 0,
} as const;

export interface Figure {
  title: string;
  value: number;
  isKept: boolean;
  /** How it stands in a table. */
  text: string;
}

export function listFigures({ scores, ...page }: Measurement): Figure[] {
  const atMost = (title: string, value: number, limit: number, digits: number): Figure => {
    const text = value.toFixed(digits);
    return { title, value, isKept: Number(text) <= limit, text };
  };
  return [
    ...categories.map((category) => {
      const value = scores[category];
      return { title: category, value, isKept: value >= limits.score, text: String(value) };
    }),
    atMost('LCP ms', page.largestPaint, limits.largestPaint, 0),
    atMost('TBT ms', page.blocking, limits.blocking, 0),
    atMost('CLS', page.shift, limits.shift, 3),
  ];
}

/** Promises that a page breaks, in words; none is what we want. */
export const findBreaches = (page: Measurement): string[] => [
  ...listFigures(page)
    .filter(({ isKept }) => !isKept)
    .map(({ title, text }) => `${title} is ${text}`),
  ...page.failed.map((audit) => `Lighthouse takes points for ${audit}`),
];

export const pageColumn = (paths: readonly string[]): number =>
  Math.max(...paths.map((path) => path.length)) + 2;

/** A line of the table; without figures, its heading. */
export function formatFigures(width: number, path: string, page: Measurement | null): string {
  const none = { performance: 0, accessibility: 0, 'best-practices': 0, seo: 0 };
  const figures = listFigures(
    page ?? { scores: none, largestPaint: 0, blocking: 0, shift: 0, failed: [] },
  );
  const cells = figures.map(({ title, text, isKept }) =>
    (page ? `${isKept ? '' : '! '}${text}` : title).padStart(Math.max(title.length, 7) + 2),
  );
  return path.padEnd(width) + cells.join('');
}
