/**
 * One release of the site as a table of addresses. Only listed files can be served, so no address leads
 * out of the folder.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lookup } from 'mrmime';
import type { PastAddress } from '../../publish/addresses/address-book.ts';
import { isListAddress } from '../../publish/addresses/live-addresses.ts';
import { listFiles } from '../../disk/index.ts';
import { redirects } from '../../../data/redirects.ts';
import { feedPath, feedType, routes, waitingPath } from '../../../data/routes.ts';
import { hashedFolders, isIn } from '../headers.ts';
import { trimSlashes } from '../http.ts';

export interface SiteFile {
  /** Path on the site: `/services` for `services.html`. */
  address: string;
  /** Absolute path of the file. */
  path: string;
  type: string;
  /**
   * Whether the file is text, which is compressed and served from memory. Other files are streamed, in
   * ranges on request.
   */
  isText: boolean;
  /** Whether the file name changes with the content. */
  isHashed: boolean;
  /** How the SHA-256 of the content begins, in base64url; null when nobody noted the digest. */
  digest: string | null;
}

/** Name with extension, absolute path (null: removed), and the digest of the content if known. */
type NamedFile = readonly [name: string, path: string | null, digest?: string | null];

export interface Site {
  /** By address: `/services` for `services.html`. */
  files: ReadonlyMap<string, SiteFile>;
  /** The page of unknown addresses (status 404), and by list the pages of unknown items. */
  notFound: SiteFile | null;
  waiting: ReadonlyMap<string, SiteFile>;
  /**
   * Folders that get files while the site is served, by their name in the address. Files are named by
   * their content.
   */
  folders: ReadonlyMap<string, string>;
}

export type Found =
  { status: 200 | 404 | 410; file: SiteFile } | { status: 301 | 302 | 308; to: string } | null;

/** Finds the current answer of an earlier address; null for an address that was never live. */
export type FindPast = (path: string, isLive: (path: string) => boolean) => PastAddress | null;

const noPast: FindPast = () => null;

const textTypes = /^text\/|^image\/svg|[/+](?:json|xml|javascript)\b|manifest\+json/;
// Files for the host (`_headers`, `_redirects`) and hidden files are never served.
const unserved = /^\/_(?!astro\/)|\/\.(?!well-known\/)/;

/** @param name address of the file: `/services.html` */
function describeFile(name: string, path: string, digest: string | null = null): SiteFile {
  const address = name.endsWith('.html') ? name.replace(/(?:\/index)?\.html$/, '') || '/' : name;
  const known = lookup(name) ?? 'application/octet-stream';
  const withCharset = known.startsWith('text/') ? `${known}; charset=utf-8` : known;
  const type = name === feedPath ? feedType : withCharset;
  return {
    address,
    path,
    type,
    isText: textTypes.test(type),
    isHashed: isIn(name, hashedFolders),
    digest,
  };
}

/** Copies a site with some files replaced. */
export function changeSite(site: Site, changed: Iterable<NamedFile>): Site {
  const files = new Map(site.files);
  const waiting = new Map(site.waiting);
  let { notFound } = site;
  for (const [bare, path, digest] of changed) {
    const name = `/${bare}`;
    if (unserved.test(name)) continue;
    const file = describeFile(name, path ?? '', digest);
    const { address } = file;
    const list = (['blog', 'resources'] as const).find((one) => waitingPath(one) === address);
    if (address === '/404') notFound = path === null ? null : file;
    else if (list && path !== null) waiting.set(routes[list], file);
    else if (path === null) files.delete(address);
    else files.set(address, file);
  }
  return { ...site, files, waiting, notFound };
}

/**
 * Creates a site from files.
 * @param named the last of two files for one address wins
 * @param folders absolute paths by their name in the address
 */
export const createSite = (
  named: Iterable<NamedFile>,
  folders: Readonly<Record<string, string>> = {},
): Site =>
  changeSite(
    {
      files: new Map(),
      waiting: new Map(),
      notFound: null,
      folders: new Map(Object.entries(folders)),
    },
    named,
  );

/** Matches the served files of a folder: neither records (`.json`) nor unfinished files (`.tmp`). */
const folderFile = /^\/(\w+)\/([\w-]+\.(?!json|tmp)\w+)$/;

function findInFolder({ folders }: Site, path: string): SiteFile | null {
  const [, folder = '', name = ''] = folderFile.exec(path) ?? [];
  const directory = folders.get(folder);
  if (directory === undefined) return null;
  const file = join(directory, name);
  return existsSync(file) ? describeFile(path, file) : null;
}

/** Reads a folder that a build wrote as a site. */
export const readSite = async (directory: string): Promise<Site> =>
  createSite(await listFiles(directory));

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
