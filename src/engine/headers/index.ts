/** The door of this room: the headers of every answer, on both hosts. */
export { getMediaType } from './media-type.ts';
export { describeFile, type FileKind } from './file-kind.ts';
export {
  createAnswerHeaders,
  createFileHeaders,
  createSecurityHeaders,
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
