/**
 * Whether a text has a word of 15 letters or more, which headings draw smaller (styles/long-word.css)
 * instead of breaking the word. A soft hyphen ends a word.
 */
export const hasLongWord = (text: string): boolean => /[^\s\u00ad-]{15}/.test(text);
