/** The limits for every page, and the text of its figures. */
import { categories, type Measurement } from './lighthouse.ts';

export const limits = {
  /** For each category. The performance limit is the bare page's score, which is lower on a slow machine. */
  score: 100,
  /** As a multiple of the bare page's value in the same run. */
  largestPaint: 1.12,
  largestPaintWithPicture: 1.25,
  shift: 0,
} as const;

export interface Figure {
  title: string;
  value: number;
  isKept: boolean;
  /** The figure as a table cell. */
  text: string;
}

/**
 * Lists the figures of a page with their limits.
 * @param bare the bare page's figures from the same run; its blocking time only comes from the machine, and
 * no page may exceed that time
 */
export function listFigures({ scores, ...page }: Measurement, bare: Measurement): Figure[] {
  const paintLimit = page.isPicturePost ? limits.largestPaintWithPicture : limits.largestPaint;
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
    atMost('LCP ms', page.largestPaint, paintLimit * bare.largestPaint, 0),
    atMost('TBT ms', page.blocking, bare.blocking, 0),
    atMost('CLS', page.shift, limits.shift, 3),
  ];
}

/** Describes each promise that a page breaks. The list is empty for a good page. */
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

/** One row of a table of figures. */
export const formatFigures = (width: number, path: string, figures: readonly Figure[]): string =>
  path.padEnd(width) +
  figures.map(({ title, text, isKept }) => pad(`${isKept ? '' : '! '}${text}`, title)).join('');
