/** The door of this room for pages: Astro's live collections over the snapshot, and what they lack. */
export {
  directBlocks,
  formatOpenGraphLocale,
  getDirection,
  getTextDirection,
} from './direction.ts';
export { getCollectionAt } from './find-collection.ts';
export { describeList, getFeed, getNeighbours, snapshotLoader } from './loader.ts';
export {
  describePlainPage,
  getSubject,
  getTagTitle,
  listPages,
  readArchivePaths,
  staticPaths,
  type SitePage,
} from './page-list.ts';
export {
  formatDate,
  formatDateTime,
  formatMoment,
  getNextMidnight,
  parseDay,
} from './records/dates.ts';
export { formatHeld, halves } from './records/report.ts';
export { getTags, getTagSlug, getText, type ContentRecord, type Item } from './records/records.ts';
export { shortenText, splitSentences } from './body/parse.ts';
export type { Answers, QueryOf, Read } from './snapshot/queries.ts';
export { answerWith, createRead, read, readWith, type SnapshotRead } from './snapshot/read.ts';
