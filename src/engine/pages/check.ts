/**
 * The only way to make pages true. A page is a file with the digests of the answers that it read: if one differs from
 * today's, the page is rendered again; without an answer to its subject there is no page.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getSnapshotDirectory, type Config } from '../config.ts';
import { failedPath, notFoundPath, waitingPath } from '../collections.ts';
import { codePages, collections, contentReportPath } from '../site.ts';
import type { ContentfulAccount } from '../content/contentful/index.ts';
import { createRead, getSubject, listPages, nameQuery } from '../content/read.ts';
import { describeDiskError, digest, isDamage, listFiles } from '../disk/index.ts';
import { describeFault, OwnError, StoreError } from '../log.ts';
import { nameInlineParts, type Renderer, type Target } from '../render/index.ts';
import { openTable, type Row, type TableFile } from '../table/index.ts';

/** A site whose pages are made. */
export interface PagesSite {
  config: Pick<Config, 'dataDirectory' | 'site' | 'contentOnFailure'> & {
    contentful: ContentfulAccount;
  };
  /** Folder of the table. */
  siteDirectory: string;
  /** Folder and digest of the bundled code. */
  renderer: { directory: string; code: string };
}

/** A page that could not be made true, and keeps its last file. */
export interface Failure {
  path: string;
  /** Names what failed, and where in the code. */
  reason: string;
  /** Whether content or pictures are damaged: the next pull reads everything again. */
  isOfContent: boolean;
}

export interface Checked {
  /** Version of the content that was checked against. */
  version: string;
  /** The pages with a new file; of one page alone its file. */
  files: TableFile[];
  /** Paths without a page. */
  gone: string[];
  failures: Failure[];
  rendered: number;
}

/** @throws when the folder has no bundle */
export async function loadRenderer(directory: string): Promise<Renderer> {
  const { href } = pathToFileURL(join(directory, 'server', 'entry.mjs'));
  // The bundle is made of render/renderer.ts.
  const { renderer } = (await import(href)) as { renderer: Renderer };
  return renderer;
}

/** Begins with rare text, so that the search is fast. */
const ownFiles = /="\/(?<=(?:src|href)="\/)((?:_astro|media)\/[^"?#]+)"/g;

/** @throws {OwnError} for a page that is not fit for visitors, and what `requireFile` throws for a missing file */
function requireWhole(
  { name }: Target,
  status: number,
  content: Buffer,
  requireFile: (name: string) => void,
): void {
  const expected = name === '404.html' ? 404 : 200;
  if (status !== expected) throw new OwnError(`it was rendered with status ${status}`);
  if (!name.endsWith('.html')) return;
  // The signs below are ASCII, so the faster decoding finds them too.
  const html = content.toString('latin1');
  if (!html.endsWith('</html>')) throw new OwnError('it ends too early');
  if (html.includes('/_image?')) throw new OwnError('it asks for an image at request time');
  for (const [, file = ''] of html.matchAll(ownFiles)) requireFile(file);
}

const absent = digest('null');

/** File of a page, as `astro build` names it. */
const toTarget = (path: string): Target => ({
  path,
  name: `${path === '/' ? 'index' : path.slice(1)}.html`,
});

/** Opens the pages of a site. Checks one page after the other. */
export async function openPages({ config, siteDirectory, renderer }: PagesSite) {
  const { code, directory } = renderer;
  const snapshotDirectory = getSnapshotDirectory(config);
  const { inlineParts, fixed, render } = await loadRenderer(directory);
  const table = openTable(siteDirectory);
  const { files } = table;
  const ofCode = new Map(fixed.map((target) => [target.path, target]));
  const states = [waitingPath, notFoundPath, failedPath].flatMap((get) => collections.map(get));
  for (const path of [...codePages.map((page) => page.path), ...states])
    ofCode.set(path, ofCode.get(path) ?? toTarget(path));
  const toFile = ({ name, path, file, code }: Row): TableFile => {
    return { name, path, code, location: files.locate(file) };
  };

  /** Checks pages against the content of one moment, and makes each true that is not. */
  async function check(paths: readonly string[]): Promise<Checked> {
    const content = createRead(snapshotDirectory);
    const version = content.hold();
    const checked: Checked = { version, files: [], gone: [], failures: [], rendered: 0 };
    const saved: Row[] = [];
    const removed: string[] = [];
    const found = new Set<string>();
    const requireFile = (name: string) => {
      const isPicture = name.startsWith('media/');
      const path = isPicture ? join(config.dataDirectory, name) : join(directory, 'client', name);
      if (!found.has(name) && !existsSync(path))
        throw new (isPicture ? StoreError : OwnError)(`it asks for ${name}, which is not there`);
      found.add(name);
    };

    const isTrue = ({ file, reads, ...row }: Row) =>
      row.code === code &&
      files.isSound(file) &&
      (row.version === version ||
        reads.every(([query, before]) => content.getDigest(query) === before));

    const make = async (target: Target): Promise<Row> => {
      const { status } = await content({ type: 'overview' });
      if (status === 'failed' && config.contentOnFailure !== 'degrade')
        throw new OwnError(
          'its content could not be loaded, and CONTENT_ON_FAILURE is not degrade',
        );
      const { read, reads } = content.record();
      const page = await render(target.path, read);
      requireWhole(target, page.status, page.content, requireFile);
      const file = files.add(target.name, page.content);
      return { ...target, file, code, version, reads: [...reads] };
    };

    const checkOne = async (path: string): Promise<void> => {
      const subject = ofCode.has(path) ? null : getSubject(path);
      const isPage =
        ofCode.has(path) || (subject && content.getDigest(nameQuery(subject)) !== absent);
      const target = ofCode.get(path) ?? toTarget(path);
      const before = table.get(target.name) ?? (isPage ? undefined : table.get(path.slice(1)));
      if (!isPage) {
        checked.gone.push(path);
        if (before) removed.push(before.name);
        return;
      }
      if (before && isTrue(before)) {
        if (paths.length === 1) checked.files.push(toFile(before));
        return;
      }
      const row = await make(target);
      saved.push(row);
      checked.files.push(toFile(row));
    };

    try {
      for (const path of paths)
        await checkOne(path).catch((error: unknown) => {
          if (isDamage(error)) throw error;
          checked.failures.push({
            path,
            reason: describeDiskError(error) ?? describeFault(error).error,
            isOfContent: error instanceof StoreError,
          });
        });
      await table.save(saved, removed);
      return { ...checked, rendered: saved.length };
    } finally {
      content.close();
    }
  }

  /** Stores the files that come from the code alone: scripts, styles, public files, hashes of inline parts. */
  async function saveAssets(): Promise<void> {
    const saved: Row[] = [];
    const add = async (name: string, read: () => Buffer | Promise<Buffer>) => {
      const before = table.get(name);
      if (before?.code === code && files.isSound(before.file)) return;
      const file = files.add(name, await read());
      saved.push({ name, path: '', file, code, version: '', reads: [] });
    };
    await add(nameInlineParts(code), () => Buffer.from(JSON.stringify(inlineParts)));
    for (const [name, path] of await listFiles(join(directory, 'client')))
      await add(name, () => readFile(path));
    await table.save(saved, []);
  }

  return {
    table,
    check,
    saveAssets,

    /** Stores what all pages need. @returns the addresses of all pages, those to remove included */
    async list(): Promise<string[]> {
      await saveAssets();
      const content = createRead(snapshotDirectory);
      try {
        const pages = (await listPages(content)).map(({ path }) => path);
        return [...new Set([...ofCode.keys(), ...pages, ...table.listPaths()])];
      } finally {
        content.close();
      }
    },

    /** Makes the content report, which no folder keeps. */
    async report(): Promise<string> {
      const content = createRead(snapshotDirectory);
      const page = await render(contentReportPath, content).finally(content.close);
      if (page.status !== 200) throw new OwnError(`it was rendered with status ${page.status}`);
      return page.content.toString();
    },

    close: () => table.close(),
  };
}
