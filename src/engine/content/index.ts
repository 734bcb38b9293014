/**
 * The door of this room for commands, publishes and servers; pages use `read.ts`. No module behind it loads
 * the picture encoder: pictures have a process of their own.
 */
export { accountSchema, getPictureOrigin, type ContentfulAccount } from './contentful/account.ts';
export { createContentClient } from './contentful/client.ts';
export {
  ContentServiceError,
  contentTypes,
  type ContentEvent,
  type ContentType,
  type TypeState,
} from './contentful/contract.ts';
export { Failure, toFailure } from './contentful/failure.ts';
export { getWireName } from './contentful/site-fields.ts';
export { link } from './contentful/wire.ts';
export { createLiveContent, type LiveContent } from './pull/live.ts';
export { remoteMedia } from './pull/media/remote.ts';
export { createMediaStore } from './pull/media/store.ts';
export { pull, type PullResult } from './pull/pull.ts';
export { formatReport, type Problem } from './pull/report.ts';
export {
  openSnapshotForReading,
  openSnapshotForWriting,
  snapshotFile,
} from './snapshot/database.ts';
export { createChangeReader } from './snapshot/write.ts';
