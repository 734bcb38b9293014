/** Matches compound words such as "e-commerce", whole: screen readers pause where an element ends inside a word. */
export const compound =
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}]{1,12}(?:-[\p{L}\p{N}]{1,12})+(?![\p{L}\p{N}-])/gu;
