import type { SampleEntry } from './entry.ts';

export const drafts: readonly SampleEntry[] = [];
