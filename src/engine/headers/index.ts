/** The door of this room: the headers of every answer, on both hosts. */
export {
  createAnswerHeaders,
  createFileHeaders,
  createSecurityHeaders,
  type FileHeaders,
  type FileKind,
  folderHeaders,
  getOwnHeaders,
  isPage,
  openToEditor,
  permissionsPolicy,
  previewHeaders,
} from './headers.ts';
export {
  commonPolicy,
  createPagePolicy,
  formatPolicy,
  type PageOptions,
  type Policy,
} from './page-policy.ts';
