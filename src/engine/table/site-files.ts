/** The site as files by address. Only listed files can be served, so no address leads out of the folder. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { lookup, mimes } from 'mrmime';
import { failedPath, notFoundPath, waitingPath } from '../collections.ts';
import { collections, feedPath, feedType } from '../site.ts';
import { listFiles } from '../disk/index.ts';
import { getSiteDirectory, type Config } from '../config.ts';
import { getPartsCode } from '../render/index.ts';
import { listTableFiles, type TableFile } from './table.ts';

export interface SiteFile {
  /** Path on the site: `/services` for `services.html`. */
  address: string;
  /** Absolute path of the file. */
  path: string;
  type: string;
  /** Whether the file is text, which is compressed and served from memory. Other files are streamed. */
  isText: boolean;
  /** Digest of the content; null when nobody noted it. */
  digest: string | null;
  /** Digest of the code that made a page; null for a file beside the pages. */
  code: string | null;
}

export interface Site {
  /** By address: `/services` for `services.html`. */
  files: Map<string, SiteFile>;
  /** The page of unknown addresses (status 404), and by list the pages of unknown items. */
  notFound: SiteFile | null;
  waiting: Map<string, SiteFile>;
  /** What the pages of some code contain inline (render/inline-parts.ts), by the digest of the code. */
  inlineParts: Map<string, SiteFile>;
  /**
   * The folder of `/media/…`, which gets files while the site is served; null when it is part of `files`. Of the names
   * that were there one that is missing is damage, and another is unknown.
   */
  media: { directory: string; known: Set<string> } | null;
}

const textTypes = /^text\/|^image\/svg|[/+](?:json|xml|javascript)\b/;
mimes.ico = 'image/x-icon';
// Files for the host (`_headers`, `_redirects`) and hidden files are never served.
const unserved = /^\/_(?!astro\/)|\/\.(?!well-known\/)/;

/** @param name address of the file: `/services.html` */
export function describeFile(
  name: string,
  path: string,
  { digest = null, code = null }: Partial<Pick<SiteFile, 'digest' | 'code'>> = {},
): SiteFile {
  const address = name.endsWith('.html') ? name.replace(/(?:\/index)?\.html$/, '') || '/' : name;
  const known = lookup(name) ?? 'application/octet-stream';
  const withCharset = known.startsWith('text/') ? `${known}; charset=utf-8` : known;
  const type = name === feedPath ? feedType : withCharset;
  return { address, path, type, isText: textTypes.test(type), digest, code };
}

/** Serves these files from now on. The last of two files for one address wins. */
export function addFiles(site: Site, added: readonly TableFile[]): void {
  for (const { name, path, code, location } of added) {
    // A stored file is named by its content.
    const digest = basename(location, extname(location));
    const facts = { digest, code: path === '' ? null : code };
    addFile(site, name, describeFile(`/${name}`, location, facts));
  }
}

/** Serves what the table has beside the pages, and nothing else beside them. */
export function updateFilesBesidePages(site: Site, siteDirectory: string): void {
  const files = listTableFiles(siteDirectory, 'beside pages');
  if (!files) return;
  for (const [address, { code }] of site.files) if (code === null) site.files.delete(address);
  addFiles(site, files);
}

function addFile(site: Site, name: string, file: SiteFile): void {
  const partsCode = getPartsCode(name);
  if (partsCode !== undefined) site.inlineParts.set(partsCode, file);
  if (unserved.test(`/${name}`)) return;
  const { address } = file;
  const collection = collections.find((one) => waitingPath(one) === address);
  if (address === '/404') site.notFound = file;
  else if (collection) site.waiting.set(collection.path, file);
  else if (
    !collections.some((one) => [notFoundPath, failedPath].some((get) => get(one) === address))
  )
    site.files.set(address, file);
}

const createSite = (media: Site['media']): Site => ({
  files: new Map(),
  waiting: new Map(),
  notFound: null,
  inlineParts: new Map(),
  media,
});

/** Reads a folder that a build wrote as a site. */
export async function readSite(directory: string): Promise<Site> {
  const site = createSite(null);
  const files = await listFiles(directory);
  const code = files.map(([name]) => getPartsCode(name)).find((one) => one !== undefined) ?? null;
  for (const [name, path] of files) addFile(site, name, describeFile(`/${name}`, path, { code }));
  return site;
}

/** Opens the site in `DATA_DIR`; null when there is none for this account and address. */
export function openSiteFiles(config: Pick<Config, 'dataDirectory' | 'contentful' | 'site'>) {
  const files = listTableFiles(getSiteDirectory(config), 'all');
  if (!files) return null;
  const directory = join(config.dataDirectory, 'media');
  const known = new Set(existsSync(directory) ? readdirSync(directory) : []);
  const site = createSite({ directory, known });
  addFiles(site, files);
  return site;
}
