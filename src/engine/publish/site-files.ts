/**
 * One release of the site as a table of addresses. Only listed files can be served, so no address leads
 * out of the folder.
 */
import { existsSync, readdirSync } from 'node:fs';
import { lookup } from 'mrmime';
import { feedPath, feedType, routes, waitingPath } from '../../data/routes.ts';
import { listFiles } from '../disk/index.ts';
import { inlinePartsName } from './inline-parts.ts';

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
  /** How the SHA-256 of the content begins, hexadecimal or in base64url; null when nobody noted the digest. */
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
  /** What the pages contain inline (inline-parts.ts); null in a folder of files that no renderer made. */
  inlineParts: SiteFile | null;
  /** The folder of `/media/…`, which gets files while the site is served; null when it is part of `files`. */
  media: Folder | null;
}

/** A folder with the names that were there: one of them that is missing is damage, another is unknown. */
export interface Folder {
  directory: string;
  known: Set<string>;
}

/** Opens a folder whose files are named by their content. It may be there later. */
export const openFolder = (directory: string): Folder => ({
  directory,
  known: new Set(existsSync(directory) ? readdirSync(directory) : []),
});

const textTypes = /^text\/|^image\/svg|[/+](?:json|xml|javascript)\b/;
// Files for the host (`_headers`, `_redirects`) and hidden files are never served.
const unserved = /^\/_(?!astro\/)|\/\.(?!well-known\/)/;

/** @param name address of the file: `/services.html` */
export function describeFile(name: string, path: string, digest: string | null = null): SiteFile {
  const address = name.endsWith('.html') ? name.replace(/(?:\/index)?\.html$/, '') || '/' : name;
  const known = lookup(name) ?? 'application/octet-stream';
  const withCharset = known.startsWith('text/') ? `${known}; charset=utf-8` : known;
  const type = name === feedPath ? feedType : withCharset;
  return {
    address,
    path,
    type,
    isText: textTypes.test(type),
    digest,
  };
}

/** Copies a site with some files replaced. */
export function changeSite(site: Site, changed: Iterable<NamedFile>): Site {
  const files = new Map(site.files);
  const waiting = new Map(site.waiting);
  let { inlineParts, notFound } = site;
  for (const [bare, path, digest] of changed) {
    const name = `/${bare}`;
    const file = describeFile(name, path ?? '', digest);
    if (bare === inlinePartsName) inlineParts = file;
    if (unserved.test(name)) continue;
    const { address } = file;
    const list = (['blog', 'resources'] as const).find((one) => waitingPath(one) === address);
    if (address === '/404') notFound = path === null ? null : file;
    else if (list && path !== null) waiting.set(routes[list], file);
    else if (path === null) files.delete(address);
    else files.set(address, file);
  }
  return { ...site, files, waiting, notFound, inlineParts };
}

/**
 * Creates a site from files.
 * @param named the last of two files for one address wins
 */
export const createSite = (named: Iterable<NamedFile>, media: Folder | null = null): Site =>
  changeSite(
    { files: new Map(), waiting: new Map(), notFound: null, inlineParts: null, media },
    named,
  );

/** Reads a folder that a build wrote as a site. */
export const readSite = async (directory: string): Promise<Site> =>
  createSite(await listFiles(directory));
