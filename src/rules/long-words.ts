/** Letters of the longest word of a text. A word may break at a soft hyphen, so its parts count as words. */
export const countLetters = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u00ad-]+/).map((word) => word.length));
