/** Finds the answer of a path among the files of the site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRedirect } from '../../redirects.ts';
import { goneEnding } from '../../disk/index.ts';
import { isListAddress, type FindPast } from '../../addresses/index.ts';
import { describeFile, type Site, type SiteFile } from '../../table/index.ts';
import { trimSlashes } from '../http.ts';

export type Found =
  | { status: 200 | 404 | 410; file: SiteFile }
  | { status: 301 | 302 | 308; to: string }
  | null;

/** Matches the served files of `/media/`: neither records (`.json`) nor unfinished files (`.tmp`). */
const mediaFile = /^\/media\/([\w-]+\.(?!json|tmp)\w+)$/;

function findMedia({ media, notFound }: Site, path: string): Found {
  const name = mediaFile.exec(path)?.[1];
  if (!media || name === undefined) return null;
  const file = join(media.directory, name);
  if (existsSync(file)) media.known.add(name);
  else if (existsSync(file + goneEnding)) return notFound && { status: 410, file: notFound };
  if (!media.known.has(name)) return null;
  // The name begins with the digest of the content.
  const digest = name.split(/[-.]/, 1)[0] ?? null;
  return { status: 200, file: describeFile(path, file, { digest }) };
}

const unusable = /[\\\0]|\/\.\.?(?:\/|$)/;

/** Finds the answer of a path; null on a site without a 404 page. @throws {URIError} for broken percent signs */
export function findFile(site: Site, path: string, findPast: FindPast = () => null): Found {
  const known = site.files.get(path);
  if (known) return { status: 200, file: known };

  const decoded = decodeURIComponent(path);
  const notFound: Found = site.notFound && { status: 404, file: site.notFound };
  const clean = trimSlashes(path);
  // No file name has an encoded slash, and a redirect to `//host` would leave the site.
  if (clean.includes('//') || unusable.test(decoded) || /%2f/i.test(path)) return notFound;
  if (clean !== path) return { status: 308, to: clean };

  const file = site.files.get(decoded);
  if (file) return { status: 200, file };
  const media = findMedia(site, decoded);
  if (media) return media;

  const waiting = site.waiting.get(decoded.slice(0, decoded.lastIndexOf('/')));
  const redirect = findRedirect(decoded);
  if (redirect) return redirect;

  const past = isListAddress(decoded) ? findPast(decoded) : null;
  if (past?.status === 301) return past;
  // The item may have been published again.
  const gone = waiting ?? site.notFound;
  if (past && gone) return { status: past.status, file: gone };

  return waiting ? { status: 404, file: waiting } : notFound;
}
