/** Writing that survives a power cut, for everything that stores files below DATA_DIR. */
export {
  appendToFile,
  createStorage,
  damagedEnding,
  digest,
  goneEnding,
  hasDigest,
  isShortage,
  listFiles,
  syncDirectory,
  writeFile,
} from './files.ts';
export { linkFiles } from './link-files.ts';
export {
  createDatabase,
  isDamage,
  jsonColumn,
  openForReading,
  openForWriting,
  removeDatabase,
  type Database,
} from './database.ts';
export {
  describeDiskError,
  lockDirectory,
  prepareDataDirectory,
  toDataDirectoryError,
} from './data-directory.ts';
