/** Finds the answer of a path among the files of a release. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shareFolder } from '../../../documents/share-card.ts';
import { redirects } from '../../../data/redirects.ts';
import { describeFile, type FindPast, type Site, type SiteFile } from '../../publish/index.ts';
import { isListAddress } from '../../publish/addresses/live-addresses.ts';
import { trimSlashes } from '../http.ts';

export type Found =
  { status: 200 | 404 | 410; file: SiteFile } | { status: 301 | 302 | 308; to: string } | null;

const noPast: FindPast = () => null;

/** Matches the served files of a folder: neither records (`.json`) nor unfinished files (`.tmp`). */
const folderFile = /^\/(\w+)\/([\w-]+\.(?!json|tmp)\w+)$/;

function findInFolder({ folders }: Site, path: string): SiteFile | null {
  const [, folder = '', name = ''] = folderFile.exec(path) ?? [];
  const { directory, known } = folders.get(folder) ?? {};
  if (directory === undefined || known === undefined) return null;
  const file = join(directory, name);
  if (existsSync(file)) known.add(name);
  // The name of a picture or download begins with its digest; share images are named by what they show.
  const digest = folder === shareFolder ? null : (name.split(/[-.]/, 1)[0] ?? '');
  return known.has(name) ? describeFile(path, file, digest) : null;
}

const unusable = /[\\\0]|\/\.\.?(?:\/|$)/;

const isBelow = (path: string, pattern: string) =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/**
 * Finds the answer of a path on this site.
 * @returns null for an unknown path of a site without a 404 page
 * @throws {URIError} for percent signs that encode nothing
 */
export function findFile(site: Site, path: string, findPast: FindPast = noPast): Found {
  const known = site.files.get(path);
  if (known) return { status: 200, file: known };

  const decoded = decodeURIComponent(path);
  const notFound: Found = site.notFound && { status: 404, file: site.notFound };
  const clean = trimSlashes(path);
  // No file name has an encoded slash, and a redirect to `//host` would leave the site.
  if (clean.includes('//') || unusable.test(decoded) || /%2f/i.test(path)) return notFound;
  if (clean !== path) return { status: 308, to: clean };

  const file = site.files.get(decoded) ?? findInFolder(site, decoded);
  if (file) return { status: 200, file };

  const waiting = site.waiting.get(decoded.slice(0, decoded.lastIndexOf('/')));
  const past = isListAddress(decoded)
    ? findPast(decoded, (address) => site.files.has(address))
    : null;
  if (past?.status === 301) return past;
  // The item may have been published again since this release.
  const gone = waiting ?? site.notFound;
  if (past && gone) return { status: past.status, file: gone };

  const redirect = redirects.find(({ from }) => isBelow(decoded, from));
  if (redirect) return redirect;

  return waiting ? { status: 404, file: waiting } : notFound;
}
