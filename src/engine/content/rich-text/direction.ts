const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * The `dir` of an element with text of editors: 'auto' lets the browser find the direction. Text without
 * right-to-left letters needs no attribute.
 */
export const getDirection = (text: string): 'auto' | undefined =>
  rightToLeft.test(text) ? 'auto' : undefined;
