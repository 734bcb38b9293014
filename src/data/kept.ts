/**
 * What the firm keeps of the sample on purpose, as `npm run doctor` names it: a file such as
 * 'src/data/legal.ts', or a text such as 'New York'. The doctor lists everything else until it is replaced.
 */
export const kept: readonly string[] = [];
