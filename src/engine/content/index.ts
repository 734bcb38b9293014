/**
 * The door of this room for commands, publishes and servers; pages use `read.ts`. No module behind it loads
 * the image library: pictures have a process of their own.
 */
export { longestDescription, longestTitle } from './articles/entries.ts';
export { findSlugProblem, longestSlug, reservedSlugs, slugPattern } from './articles/slug.ts';
export { formatReport, type Problem } from './articles/report.ts';
export { accountSchema, getPictureOrigin, type ContentfulAccount } from './contentful/account.ts';
export { createContentClient } from './contentful/client.ts';
export { ContentServiceError, Failure, toFailure } from './contentful/failure.ts';
export { getWireName } from './contentful/site-fields.ts';
export {
  contentTypes,
  findLinks,
  getWireType,
  link,
  parseWireType,
  type ContentEvent,
  type ContentType,
} from './contentful/wire.ts';
export { removeDamagedMedia } from './files/damage.ts';
export { createMediaStore } from './files/store.ts';
export { createFetchLive, formatLiveAddress, parseLiveAddress, type LiveAddress } from './live.ts';
export { pull, type PullResult } from './pull/pull.ts';
export { flattenText } from './rich-text/parse.ts';
export {
  openSnapshotForReading,
  openSnapshotForWriting,
  snapshotFile,
} from './snapshot/database.ts';
