/** The door of this room: from the content service to the snapshot. Pages read through `read.ts`. */
export { createMediaStore, removeUnnamedMedia, setDamagedMediaAside } from './files/media-store.ts';
export { getCollection, getCollectionWithPages, getNameField } from './find-collection.ts';
export { createFetchLive, type LastPaths } from './live.ts';
export { parseItemAddress } from './page-list.ts';
export { pullContent, type PullResult } from './pull/pull.ts';
export { describeReading, formatFieldType, kinds, type KindModel } from './records/kinds.ts';
export { halves, type Problem } from './records/report.ts';
export { findSlugProblem } from './records/records.ts';
export { flattenText } from './body/parse.ts';
export { listMediaNames, readVersion, snapshotFile } from './snapshot/database.ts';
export type { EntryAddress } from './snapshot/queries.ts';
