import type { Heading } from '../content/snapshot/records.ts';

/** Fewer are seen at a glance. */
const fewestChapters = 3;

/** The headings of a text's list of contents; none for a text that is too short for a list. */
export function getChapters(headings: readonly Heading[]): readonly Heading[] {
  const chapters = headings.filter(({ level }) => level === 2);
  return chapters.length < fewestChapters ? [] : chapters;
}
