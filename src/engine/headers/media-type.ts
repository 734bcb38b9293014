import { lookup, mimes } from 'mrmime';
import { feed } from '../site.ts';

mimes.ico = 'image/x-icon';

/** Media type of what an address shows: pages have no ending. */
export function getMediaType(address: string): string {
  if (address === feed?.path) return feed.type;
  const isFile = /\.\w+$/.test(address);
  const type = isFile ? (lookup(address) ?? 'application/octet-stream') : 'text/html';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
