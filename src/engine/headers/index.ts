/** The door of this room: the headers of every answer, on both hosts. */
export { describeFile, type FileKind } from './file-kind.ts';
export {
  createAnswerHeaders,
  createFileHeaders,
  createSecurityHeaders,
  type FileHeaders,
  folderHeaders,
  getOwnHeaders,
  type HeaderFields,
  isPage,
  openToEditor,
  pageCaching,
  permissionsPolicy,
  previewHeaders,
  unstoredPage,
} from './headers.ts';
export { inlinePartsPath, inlinePartsSchema, toSource, type InlineParts } from './inline-parts.ts';
export {
  commonPolicy,
  createPagePolicy,
  formatPolicy,
  type PageOptions,
  type Policy,
} from './page-policy.ts';
export {
  describeAttribute,
  formatRefused,
  redirectWayOut,
  requireAllowedPages,
} from './refused-parts.ts';
