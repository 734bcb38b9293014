import type { SampleEntry } from '../entry.ts';

/** None of its own: the built-in ones are shown. */
export const resources: readonly SampleEntry[] = [];
