/** Letters of the longest word of a text, which may break at a hyphen or a soft hyphen. */
export const countLongestWord = (text: string): number =>
  Math.max(0, ...text.split(/[\s\u00ad-]+/).map((word) => word.length));
