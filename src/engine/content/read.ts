/** The door of this room for pages: reads the snapshot, and names what the answers contain. */
export { formatDate, parseDay } from './dates.ts';
export { getDirection } from './direction.ts';
export { listCodePages, listPages, listPagesOf, staticPaths, type SitePage } from './page-list.ts';
export {
  nameQuery,
  parseQuery,
  searchedPosts,
  type Overview,
  type Query,
  type Read,
} from './snapshot/queries.ts';
export {
  createRead,
  getDigest,
  read,
  readFrom,
  recordReads,
  type RecordedRead,
  type SnapshotRead,
} from './snapshot/read.ts';
export type { DraftState } from './contentful/drafts.ts';
export type {
  ArchivePage,
  Failed,
  Heading,
  List,
  Picture,
  Post,
  PostSummary,
  Resource,
  ResourceCard,
  ResourceSummary,
  TagList,
} from './snapshot/records.ts';
export { getTagSlug } from './tag-slug.ts';
