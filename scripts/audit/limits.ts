/** What every page has to reach, and how a page's figures read on a line. */
import { categories, type Measurement } from './lighthouse.ts';

export const limits = {
  /** Of each category; of performance, what a bare page reaches, which on a slow machine is less. */
  score: 100,
  /** Times that of a bare page in the same run: 0.8 s where that one takes 0.64 s, on any machine. */
  largestPaint: 0.8 / 0.64,
  shift: 0,
} as const;

export interface Figure {
  title: string;
  value: number;
  isKept: boolean;
  /** How it stands in a table. */
  text: string;
}

/**
 * @param bare what a bare page reached in the same run; its TBT is 0 but for the machine's own delays, and
 * no page may have more
 */
export function listFigures({ scores, ...page }: Measurement, bare: Measurement): Figure[] {
  const atMost = (title: string, value: number, limit: number, digits: number): Figure => {
    const text = value.toFixed(digits);
    return { title, value, isKept: Number(text) <= Number(limit.toFixed(digits)), text };
  };
  return [
    ...categories.map((category) => {
      const value = scores[category];
      const limit = category === 'performance' ? bare.scores.performance : limits.score;
      return { title: category, value, isKept: value >= limit, text: String(value) };
    }),
    atMost('LCP ms', page.largestPaint, limits.largestPaint * bare.largestPaint, 0),
    atMost('TBT ms', page.blocking, bare.blocking, 0),
    atMost('CLS', page.shift, limits.shift, 3),
  ];
}

/** Promises that a page breaks, in words; none is what we want. */
export const findBreaches = (page: Measurement, bare: Measurement): string[] => [
  ...listFigures(page, bare)
    .filter(({ isKept }) => !isKept)
    .map(({ title, text }) => `${title} is ${text}`),
  ...page.failed.map((audit) => `Lighthouse takes points for ${audit}`),
];

export const pageColumn = (paths: readonly string[]): number =>
  Math.max(...paths.map((path) => path.length)) + 2;

const pad = (text: string, title: string) => text.padStart(Math.max(title.length, 7) + 2);

/** The heading of a table of figures. */
export const formatTitles = (width: number, figures: readonly Figure[]): string =>
  'page'.padEnd(width) + figures.map(({ title }) => pad(title, title)).join('');

/** A line of it. */
export const formatFigures = (width: number, path: string, figures: readonly Figure[]): string =>
  path.padEnd(width) +
  figures.map(({ title, text, isKept }) => pad(`${isKept ? '' : '! '}${text}`, title)).join('');
