/**
 * Renders pages with the bundled code, checks them and writes their files. Large publishes use all
 * cores.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import type { OnProgress } from './child.ts';
import { nameQuery } from '../content/read.ts';
import { isRecord } from '../unknown.ts';
import { createFileWriter, renderedPage, syncStoredFiles, type RenderedPage } from './release.ts';
import type { Renderer, Target } from './renderer.ts';

/** A page that must not go live; the release in force stays. */
export class GateError extends Error {
  override name = 'GateError';
}

/** The input of a worker. */
export const renderFolders = v.object({
  /** Folder of the bundled code: `server/` and `client/`. */
  rendererDirectory: v.string(),
  snapshotDirectory: v.string(),
  siteDirectory: v.string(),
  /** `DATA_DIR/media`; its files are `/media/…` of the site. */
  mediaDirectory: v.string(),
});

export type RenderFolders = v.InferOutput<typeof renderFolders>;

export interface RenderOptions extends RenderFolders {
  onProgress?: OnProgress;
}

// The bundle is made of renderer.ts.
const bundleSchema = v.object({ renderer: v.custom<Renderer>(isRecord) });

/** @throws when the folder holds no renderer */
export async function loadRenderer(
  rendererDirectory: string,
  snapshotDirectory: string,
): Promise<Renderer> {
  const entry = join(rendererDirectory, 'server', 'entry.mjs');
  const { renderer } = v.parse(bundleSchema, await import(pathToFileURL(entry).href));
  renderer.readFrom(snapshotDirectory);
  return renderer;
}

/** Begins with rare text, so that the search is fast. */
const ownFiles = /="\/(?<=(?:src|href)="\/)((?:_astro|media)\/[^"?#]+)"/g;

/**
 * Checks that a page is fit for visitors.
 * @throws {GateError} when the page is not
 */
function checkPage(
  { path, name }: Target,
  status: number,
  content: Buffer,
  hasFile: (name: string) => boolean,
): void {
  const expected = name === '404.html' ? 404 : 200;
  if (status !== expected) throw new GateError(`${path} was rendered with status ${status}.`);
  if (!name.endsWith('.html')) return;
  // The signs below are ASCII, so the faster decoding finds them too.
  const html = content.toString('latin1');
  if (!html.endsWith('</html>')) throw new GateError(`${path} ends too early.`);
  if (html.includes('/_image?')) throw new GateError(`${path} asks for an image at request time.`);
  for (const [, file = ''] of html.matchAll(ownFiles))
    if (!hasFile(file)) throw new GateError(`${path} asks for ${file}, which is not there.`);
}

/**
 * Creates a function that renders pages one by one and writes their files.
 * @throws {GateError}
 */
export function createPageRenderer(
  renderer: Renderer,
  { rendererDirectory, siteDirectory, mediaDirectory }: RenderFolders,
) {
  const writer = createFileWriter(siteDirectory);
  const found = new Set<string>();
  const hasFile = (name: string) => {
    if (found.has(name)) return true;
    const path = name.startsWith('media/')
      ? join(mediaDirectory, name.slice('media/'.length))
      : join(rendererDirectory, 'client', name);
    if (!existsSync(path)) return false;
    found.add(name);
    return true;
  };
  return {
    async render(target: Target): Promise<RenderedPage> {
      const { name, path } = target;
      const { status, content, reads } = await renderer.render(path);
      checkPage(target, status, content, hasFile);
      const file = writer.add(name, content);
      return {
        name,
        path,
        file,
        reads: reads.map(({ query, digest }) => [nameQuery(query), digest] as const),
      };
    },
    finish: () => writer.finish(),
  };
}

/** Below this number of pages, rendering here is faster than loading the code in a worker. */
const fewest = 200;
/** Pages per task of a worker. */
const portion = 50;
/** Each worker takes about 200 MB at 10,000 posts; workers, publish and server together take 1.5 GB. */
const mostWorkers = 4;

/** From this number of files, one sync of their file system is faster than a sync of each. */
const manyFiles = 1000;

/** A task of a worker: pages to render; without pages the worker finishes its files. */
export const workerTask = v.array(v.object({ path: v.string(), name: v.string() }));
const workerAnswer = v.array(renderedPage);

/** Starts a thread that renders pages (render-thread.ts). */
function startWorker(folders: RenderFolders) {
  const worker = new Worker(new URL('render-thread.ts', import.meta.url), {
    workerData: folders,
    env: { ...process.env, NODE_ENV: 'production' }, // for React's production build
    resourceLimits: { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 192 },
  });
  return {
    /** @throws what the thread throws: an error that keeps its name and its message */
    async run(task: v.InferInput<typeof workerTask>): Promise<readonly RenderedPage[]> {
      worker.postMessage(task);
      const messages: unknown[] = await once(worker, 'message');
      return v.parse(workerAnswer, messages[0]);
    },
    end: () => worker.terminate(),
  };
}

/** Rendered pages, whose files are durable once `durable` has resolved. */
export interface Rendering {
  pages: RenderedPage[];
  durable: Promise<unknown>;
}

/** Marks a promise that is awaited later: a failure before then must not end the process. */
function awaitLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function renderOnAllCores(
  targets: readonly Target[],
  { onProgress, ...options }: RenderOptions,
): Promise<Rendering> {
  const folders = v.parse(renderFolders, options);
  const pages: RenderedPage[] = [];
  const portions = Array.from({ length: Math.ceil(targets.length / portion) }, (_, index) =>
    targets.slice(index * portion, (index + 1) * portion),
  );
  const queue = portions.values();
  const count = Math.min(mostWorkers, availableParallelism(), portions.length);
  const workers = Array.from({ length: count }, () => startWorker(folders));
  const endAll = () => Promise.all(workers.map(({ end }) => end()));
  const work = async (worker: (typeof workers)[number]) => {
    for (const task of queue) {
      pages.push(...(await worker.run(task)));
      onProgress?.('Pages', pages.length, targets.length);
    }
  };
  const finish = async () => {
    if (targets.length >= manyFiles && (await syncStoredFiles(folders.siteDirectory))) return;
    await Promise.all(workers.map((worker) => worker.run([])));
  };
  try {
    await Promise.all(workers.map(work));
    return { pages, durable: awaitLater(finish().finally(endAll)) };
  } catch (error) {
    // After a failure the other workers need not finish.
    await endAll();
    throw error;
  }
}

/**
 * Renders pages and writes their files.
 * @throws {GateError}
 */
export async function renderTargets(
  targets: readonly Target[],
  renderer: Renderer,
  options: RenderOptions,
): Promise<Rendering> {
  if (targets.length >= fewest) return renderOnAllCores(targets, options);
  const renderPage = createPageRenderer(renderer, options);
  const pages: RenderedPage[] = [];
  for (const target of targets) {
    pages.push(await renderPage.render(target));
    options.onProgress?.('Pages', pages.length, targets.length);
  }
  return { pages, durable: awaitLater(renderPage.finish()) };
}
