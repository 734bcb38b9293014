/**
 * Snapshot → release: renders the pages whose content changed with the code that is bundled already,
 * checks them, and puts the release in force. Equal to a full `astro build`, byte for byte.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { renderBuildReceipt, receiptName } from '../../../content/snapshot/build-receipt.ts';
import type { Query } from '../../../content/snapshot/read.ts';
import { hasKey } from '../../../rules/unknown.ts';
import {
  createFileWriter,
  readReads,
  readRelease,
  removeUnused,
  writeRelease,
  type Reads,
  type Release,
} from './release.ts';
import { listFiles } from '../site.ts';
import type { Renderer, Target } from './renderer.ts';
import { renderSitemap } from '../../../documents/sitemap.ts';

interface Folders {
  /** Folder of the bundled code: `server/` and `client/`. */
  rendererDirectory: string;
  snapshotDirectory: string;
  /** `DATA_DIR/site` */
  siteDirectory: string;
}

export interface GenerateOptions extends Folders {
  /** Digest of that code. */
  code: string;
  /** `DATA_DIR/media`; its files are `/media/…` of the site. */
  mediaDirectory: string;
  siteUrl: string;
  /** Whether pages may say that content could not be loaded (`degrade`). */
  mayBeDegraded: boolean;
  /** Renders every page, whatever changed: heals what should not have been possible. */
  whole: boolean;
  now: Date;
}

export interface GenerateResult {
  /** Whether another release is in force now. */
  isNew: boolean;
  /** Pages that were rendered, and those of them whose bytes are new. */
  rendered: number;
  changed: number;
  removed: number;
  pages: number;
  /** When the next withheld post is due, ISO 8601. */
  nextDue: string | null;
}

/** A page that must not go live; the release in force stays. */
export class GateError extends Error {
  override name = 'GateError';
}

const isRenderer = (value: unknown): value is Renderer =>
  hasKey(value, 'listTargets') && hasKey(value, 'render') && hasKey(value, 'readFrom');

async function loadRenderer({ rendererDirectory, snapshotDirectory }: Folders): Promise<Renderer> {
  const entry = join(rendererDirectory, 'server', 'entry.mjs');
  const bundle: unknown = await import(pathToFileURL(entry).href);
  if (!hasKey(bundle, 'renderer') || !isRenderer(bundle.renderer))
    throw new Error(`${rendererDirectory} holds no renderer.`);
  bundle.renderer.readFrom(snapshotDirectory);
  return bundle.renderer;
}

/** What the code brings along: scripts, styles, public files. */
async function storeAssets(
  directory: string,
  write: (name: string, content: Buffer) => Promise<string>,
): Promise<Record<string, string>> {
  const assets: Record<string, string> = {};
  for (const [name, path] of await listFiles(directory))
    assets[name] = await write(name, await readFile(path));
  return assets;
}

const ownFiles = /(?:src|href)="\/((?:_astro|media)\/[^"?#]+)"/g;

/** @throws {GateError} when a visitor would not get what the page promises */
function checkPage(
  { path, name }: Target,
  status: number,
  content: Buffer,
  hasFile: (name: string) => boolean,
): void {
  const expected = name === '404.html' ? 404 : 200;
  if (status !== expected) throw new GateError(`${path} was rendered with status ${status}.`);
  if (!name.endsWith('.html')) return;
  const html = content.toString();
  if (!html.endsWith('</html>')) throw new GateError(`${path} was not rendered to its end.`);
  if (html.includes('/_image?')) throw new GateError(`${path} asks for an image at request time.`);
  for (const [, file = ''] of html.matchAll(ownFiles))
    if (!hasFile(file)) throw new GateError(`${path} asks for ${file}, which is not there.`);
}

/** Says of each page whether the content it was made of is still the same. */
function createComparison(getDigest: Renderer['getDigest']) {
  const digests = new Map<string, Promise<string>>();
  const getCurrent = (query: Query) => {
    const key = JSON.stringify(query);
    const digest = digests.get(key) ?? getDigest(query);
    digests.set(key, digest);
    return digest;
  };
  return async (reads: Reads): Promise<boolean> => {
    for (const { query, digest } of reads) if ((await getCurrent(query)) !== digest) return false;
    return true;
  };
}

/** Pages after which the code that renders them is compiled for good. */
const rehearsedPages = 400;

/**
 * Does with the content there is what a publish does, and leaves no trace: the publish that comes next
 * finds its code loaded and compiled.
 * @param signal ends the rehearsal
 */
export async function rehearse(folders: Folders, signal: AbortSignal): Promise<void> {
  const { siteDirectory } = folders;
  const renderer = await loadRenderer(folders);
  await breathe();
  const release = signal.aborted ? null : await readRelease(siteDirectory);
  if (!release) return;
  try {
    const reads = await readReads(siteDirectory, release.id);
    const isUnchanged = createComparison(renderer.getDigest);
    const targets = await renderer.listTargets();
    for (const { name } of targets) {
      if (signal.aborted) return;
      await isUnchanged(reads[name] ?? []);
      await breathe();
    }
    for (let count = 0; count < rehearsedPages; count += 1) {
      const target = targets[Math.floor((count * targets.length) / rehearsedPages)];
      if (signal.aborted || !target) return;
      const { status, content } = await renderer.render(target.path);
      checkPage(target, status, content, () => true);
      await breathe();
    }
  } finally {
    // It may wait for days: without the content in its memory.
    renderer.readFrom(folders.snapshotDirectory);
  }
}

/**
 * Brings the release in force up to date with the snapshot.
 * @throws {GateError} when a page must not go live; the release in force stays
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { siteDirectory, code, now, siteUrl } = options;
  const release = await readRelease(siteDirectory);
  const renderer = await loadRenderer(options);
  const content = await renderer.read({ type: 'overview' });
  const { status, nextDue } = content;
  if (status === 'failed' && !options.mayBeDegraded)
    throw new GateError('The content could not be loaded, and CONTENT_ON_FAILURE is not degrade.');

  const writer = await createFileWriter(siteDirectory);
  const isSameCode =
    release?.code === code && Object.values(release.assets).every((file) => writer.has(file));
  const assets = isSameCode
    ? release.assets
    : await storeAssets(join(options.rendererDirectory, 'client'), (name, content) =>
        writer.add(name, content),
      );
  const media = new Set(await readdir(options.mediaDirectory).catch(() => []));
  const hasFile = (name: string) =>
    name.startsWith('media/') ? media.has(name.slice('media/'.length)) : name in assets;

  const known = isSameCode && !options.whole ? release.pages : {};
  const readsBefore = isSameCode ? await readReads(siteDirectory, release.id) : {};
  const isUnchanged = createComparison(renderer.getDigest);
  const pages: Record<string, string> = {};
  const reads: Record<string, Reads> = {};
  let rendered = 0;
  for (const target of await renderer.listTargets()) {
    const { name, path } = target;
    const [file, before] = [known[name], readsBefore[name]];
    if (file !== undefined && writer.has(file) && before && (await isUnchanged(before))) {
      pages[name] = file;
      reads[name] = before;
      continue;
    }
    const page = await renderer.render(path);
    checkPage(target, page.status, page.content, hasFile);
    pages[name] = await writer.add(name, page.content);
    reads[name] = page.reads;
    rendered += 1;
  }
  for (const [name, content] of renderSitemap(await renderer.listPages(), siteUrl))
    pages[name] = await writer.add(name, content);

  const before: Release['pages'] = release?.pages ?? {};
  const changed = Object.entries(pages).filter(([name, file]) => before[name] !== file).length;
  const removed = Object.keys(before).filter((name) => !(name in pages) && name !== receiptName);
  const result = {
    isNew: false,
    rendered,
    changed,
    removed: removed.length,
    pages: Object.keys(pages).length,
    nextDue,
  };
  const overview = JSON.stringify(content);
  const isSameContent = release?.overview === overview && changed === 0 && removed.length === 0;
  if (isSameCode && isSameContent) {
    // A file that the disk lost was written again.
    await writer.finish();
    if (options.whole) await removeUnused(siteDirectory, release, now.getTime());
    return result;
  }

  const id = randomUUID();
  const builtAt = now.toISOString();
  const receipt = await renderBuildReceipt(renderer.read, id, builtAt);
  pages[receiptName] = await writer.add(receiptName, Buffer.from(receipt));
  await writer.finish();
  const next = await writeRelease(siteDirectory, release, {
    id,
    code,
    builtAt,
    overview,
    assets,
    pages,
    reads,
    now: now.getTime(),
  });
  if (options.whole) await removeUnused(siteDirectory, next, now.getTime());
  return { ...result, isNew: true };
}
