/** The door of this room for pages: reads the snapshot, and names what the answers contain. */
export { formatDate, formatTime, getNextMidnight, parseDay } from './articles/dates.ts';
export { isBuiltIn } from '#data/built-in/index.ts';
export { getSubject, listCodePages, listPages, staticPaths, type SitePage } from './page-list.ts';
export { nameQuery, searchedPosts, type Read } from './snapshot/queries.ts';
export { answerWith, createRead, read, readWith, type SnapshotRead } from './snapshot/read.ts';
export type {
  ArchivePage,
  Body,
  DraftState,
  Heading,
  Picture,
  Post,
  PostSummary,
  Resource,
  ResourceCard,
  ResourceSummary,
} from './articles/records.ts';
export { getTagSlug } from './articles/slug.ts';
