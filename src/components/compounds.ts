/**
 * Matches what no line should break: a compound word such as "e-commerce", and a word with the dash after it. It
 * matches whole words: screen readers pause where an element ends inside a word.
 */
export const unbroken =
  /((?<![\p{L}\p{N}-])[\p{L}\p{N}]{1,12}(?:-[\p{L}\p{N}]{1,12})+(?![\p{L}\p{N}-])|[\p{L}\p{N}]+ [-–](?= ))/gu;
