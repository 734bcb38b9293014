/** The door of this room: the table of pages and their files. */
export { copyMedia, layOut } from './lay-out.ts';
export {
  addFiles,
  describeFile,
  openSiteFiles,
  readSite,
  type Site,
  type SiteFile,
  updateFilesBesidePages,
} from './site-files.ts';
export { listSiteFiles, openTable, type Row, tableFile, type TableFile } from './table.ts';
