/**
 * Turns the snapshot into a release: renders the changed pages with the bundled code, checks them and
 * puts the release in force. The result equals a full `astro build`, byte for byte.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { receiptName } from '../../data/routes.ts';
import { createChangeReader, openSnapshotForReading } from '../content/index.ts';
import { parseQuery } from '../content/read.ts';
import { digest, listFiles } from '../disk/index.ts';
import {
  createFileWriter,
  openReleases,
  type FileWriter,
  type Releases,
  type RenderedPage,
} from './release.ts';
import { inlinePartsName } from './inline-parts.ts';
import { GateError, loadRenderer, renderTargets, type RenderOptions } from './render-pages.ts';
import type { Renderer, Target } from './renderer.ts';

export interface GenerateOptions extends RenderOptions {
  /** Digest of the bundled code. */
  code: string;
  /** Renders every page, changed or not. */
  whole: boolean;
  /** Whether pages may say that content could not be loaded (`degrade`). */
  mayBeDegraded: boolean;
  now: Date;
}

export interface GenerateResult {
  /** Whether a new release is in force now. */
  isNew: boolean;
  /** `rendered` counts rendered pages; `changed` counts those with new bytes. */
  rendered: number;
  changed: number;
  removed: number;
  /** The addresses of entries that are new or changed, and of removed ones: the first of them, for the log. */
  entriesChanged: string;
  entriesRemoved: string;
  pages: number;
  /** Due time of the next withheld post, ISO 8601; null when none is withheld. */
  nextDue: string | null;
}

/** Stands in the releases for what every file of the code alone is made from. */
const assetsQuery = 'assets';

/** Stores the files that come from the code alone: scripts, styles, public files, hashes of inline parts. */
async function storeAssets(
  { inlineParts }: Renderer,
  directory: string,
  code: string,
  releases: Releases,
  writer: FileWriter,
): Promise<{ assets: RenderedPage[]; outdated: string[] }> {
  const outdated = new Set(releases.listReaders(assetsQuery).map(({ name }) => name));
  const assets: RenderedPage[] = [];
  const add = (name: string, content: Buffer) => {
    const file = writer.add(name, content);
    assets.push({ name, path: '', file, reads: [[assetsQuery, code]] });
    outdated.delete(name);
  };
  for (const [name, path] of await listFiles(directory)) add(name, await readFile(path));
  add(inlinePartsName, Buffer.from(JSON.stringify(inlineParts)));
  return { assets, outdated: [...outdated] };
}

interface Plan {
  /** Files to render. */
  targets: readonly Target[];
  /** Names of files to remove from the site. */
  removed: readonly string[];
  /** Queries whose answers changed. */
  answers: readonly (readonly [query: string, digest: string])[];
  /** Addresses of the entries behind the changes; none when every file is rendered. */
  entries: { changed: readonly string[]; removed: readonly string[] };
}

const absent = digest('null');

/** Addresses that a publish names, at most. */
const mostNamed = 20;

function formatPaths(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return paths.slice(0, mostNamed).join(' ') + more;
}

/** Plans the files that these queries can change, by index. */
function planTouched(renderer: Renderer, releases: Releases, touched: readonly string[]): Plan {
  const targets = new Map<string, Target>();
  const removed = new Set<string>();
  const answers: (readonly [string, string])[] = [];
  const entries = { changed: [] as string[], removed: [] as string[] };
  for (const name of touched) {
    const query = parseQuery(name);
    const before = releases.getAnswer(name);
    const ownTargets = renderer.listTargetsOf(query);
    // No page makes this query.
    if (before === undefined && ownTargets.length === 0) continue;
    const current = renderer.getDigest(query);
    if (before === current) continue;
    answers.push([name, current]);
    // A page also shows other entries; these changed themselves.
    if (query.type === 'post' || query.type === 'resource')
      entries[current === absent ? 'removed' : 'changed'].push(
        ...ownTargets.map(({ path }) => path),
      );
    for (const target of releases.listReaders(name)) targets.set(target.name, target);
    for (const target of ownTargets) {
      if (current !== absent) targets.set(target.name, target);
      else if (releases.getFile(target.name) !== null) removed.add(target.name);
    }
  }
  for (const name of removed) targets.delete(name);
  return { targets: [...targets.values()], removed: [...removed], answers, entries };
}

/** Plans every file. */
async function planAll(renderer: Renderer, releases: Releases): Promise<Plan> {
  const targets = await renderer.listTargets();
  const names = new Set(targets.map(({ name }) => name)).add(receiptName);
  const removed = releases.listPages().filter((name) => !names.has(name));
  return { targets, removed, answers: [], entries: { changed: [], removed: [] } };
}

/**
 * Brings the release in force up to date with the snapshot.
 * @throws {GateError} when a page must not go live; the release in force stays
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { siteDirectory, snapshotDirectory, rendererDirectory, code, whole, now } = options;
  const snapshot = openSnapshotForReading(snapshotDirectory);
  if (!snapshot) throw new GateError(`There is no content snapshot in ${snapshotDirectory}.`);
  const releases = openReleases(siteDirectory);
  try {
    const renderer = await loadRenderer(rendererDirectory, snapshotDirectory);
    const overview = await renderer.read({ type: 'overview' });
    const { status, nextDue } = overview;
    if (status === 'failed' && !options.mayBeDegraded)
      throw new GateError(
        'The content could not be loaded, and CONTENT_ON_FAILURE is not degrade.',
      );

    const release = releases.getRelease();
    const writer = createFileWriter(siteDirectory);
    const isSameCode = release?.code === code;
    const isUpdate = isSameCode && !whole;
    const changes = createChangeReader(snapshot);
    const content = changes.getState();
    const touched = isUpdate ? changes.listTouched(release.content) : null;
    const plan = touched
      ? planTouched(renderer, releases, touched)
      : await planAll(renderer, releases);
    const { pages: rendered, durable } = await renderTargets(plan.targets, renderer, options);
    const { assets, outdated } = isUpdate
      ? { assets: [], outdated: [] }
      : await storeAssets(renderer, join(rendererDirectory, 'client'), code, releases, writer);
    const before = (name: string) => releases.getFile(name);
    const changed = rendered.filter(({ name, file }) => before(name) !== file).length;
    const news = { content, overview: JSON.stringify(overview) };
    const isNew =
      !isSameCode ||
      !writer.isSound(before(receiptName)) ||
      release.overview !== news.overview ||
      changed > 0 ||
      plan.removed.length > 0;
    const id = isNew ? randomUUID() : release.id;
    const builtAt = isNew ? now.toISOString() : release.builtAt;
    const wholeAt = isUpdate ? release.wholeAt : now.getTime();
    const pages = [...assets, ...rendered];
    if (isNew) {
      const receipt = { release: id, ...overview, builtAt };
      const file = writer.add(receiptName, Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`));
      pages.push({ name: receiptName, path: `/${receiptName}`, file, reads: [] });
    }
    const { removed, answers, entries } = plan;
    // Recorded even when no page changed, so that the same content is not compared again.
    if (isNew || release.content.version !== content.version || plan.targets.length > 0)
      await releases.write(
        {
          release: { id, code, wholeAt, builtAt, ...news },
          pages,
          removed: [...removed, ...outdated],
          answers,
          now: now.getTime(),
        },
        () => Promise.all([durable, writer.finish()]),
      );
    if (whole) await releases.removeUnused(now.getTime());
    return {
      isNew,
      rendered: rendered.length,
      changed,
      removed: removed.length,
      entriesChanged: formatPaths(entries.changed),
      entriesRemoved: formatPaths(entries.removed),
      pages: releases.countPages(),
      nextDue,
    };
  } finally {
    releases.close();
    snapshot.close();
  }
}
