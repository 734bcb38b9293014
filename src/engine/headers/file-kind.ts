import { getMediaType } from './media-type.ts';

/** What the headers of a file depend on. */
export interface FileKind {
  /** Path on the site: `/services` for `services.html`. */
  address: string;
  /** Media type. */
  type: string;
}

/** @param name of the file in the built site: `services.html` */
export function describeFile(name: string): FileKind {
  const path = `/${name}`;
  const address = path.endsWith('.html') ? path.replace(/(?:\/index)?\.html$/, '') || '/' : path;
  return { address, type: getMediaType(address) };
}
