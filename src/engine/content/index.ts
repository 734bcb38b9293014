/** The door of this room: from the content service to the snapshot. Pages read through `read.ts`. */
export { entryLimits } from './articles/entries.ts';
export type { Problem } from './articles/report.ts';
export { findSlugProblem, slugRules } from './articles/slug.ts';
export { removeDamagedMedia } from './files/damage.ts';
export { createMediaStore } from './files/store.ts';
export { createFetchLive } from './live.ts';
export { pull, type PullResult } from './pull/pull.ts';
export { flattenText } from './rich-text/parse.ts';
export { openSnapshotForReading, snapshotFile } from './snapshot/database.ts';
