/** The door of this room for commands. Netlify itself loads `functions/`. */
export { addressStore, readBlobBook, writeBlobBook } from './addresses.ts';
export {
  readLastPaths,
  withoutBuildHook,
  writeContentReport,
  writeDraftAccess,
  writeLivePages,
  writeNetlifyFiles,
} from './deploy-files.ts';
export { createBlobStore } from './leads.ts';
