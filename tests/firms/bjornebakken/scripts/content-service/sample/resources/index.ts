import type { SampleEntry } from '../entry.ts';

/** No resources of its own, so the site shows the built-in ones. */
export const resources: readonly SampleEntry[] = [];
