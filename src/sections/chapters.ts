import type { Heading } from '../engine/content/read.ts';

/** A shorter list of contents helps nobody. */
const fewestChapters = 3;

/** The headings for a list of contents; empty for a short text. */
export function getChapters(headings: readonly Heading[]): readonly Heading[] {
  const chapters = headings.filter(({ level }) => level === 2);
  return chapters.length < fewestChapters ? [] : chapters;
}
