import { lookup, mimes } from 'mrmime';
import { feedPath, feedType } from '../site.ts';

/** What the headers of a file depend on. */
export interface FileKind {
  /** Path on the site: `/services` for `services.html`. */
  address: string;
  /** Media type. */
  type: string;
}

mimes.ico = 'image/x-icon';

/** @param name of the file in the built site: `services.html` */
export function describeFile(name: string): FileKind {
  const path = `/${name}`;
  const address = path.endsWith('.html') ? path.replace(/(?:\/index)?\.html$/, '') || '/' : path;
  const known = lookup(name) ?? 'application/octet-stream';
  const type = known.startsWith('text/') ? `${known}; charset=utf-8` : known;
  return { address, type: path === feedPath ? feedType : type };
}
