/**
 * Renders pages with the bundled code, checks them and writes their files. Large publishes use all
 * cores.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { nameQuery } from '../../../content/snapshot/read.ts';
import { hasKey } from '../../../rules/unknown.ts';
import { createFileWriter, type RenderedPage } from './release.ts';
import type { Renderer, Target } from './renderer.ts';

/** A page that must not go live; the release in force stays. */
export class GateError extends Error {
  override name = 'GateError';
}

/** The input of a worker. */
export interface RenderFolders {
  /** Folder of the bundled code: `server/` and `client/`. */
  rendererDirectory: string;
  snapshotDirectory: string;
  siteDirectory: string;
  /** `DATA_DIR/media`; its files are `/media/…` of the site. */
  mediaDirectory: string;
  /** Renders every page, changed or not, and replaces damaged files. */
  whole: boolean;
}

export interface RenderOptions extends RenderFolders {
  /** Always renders in workers, for callers whose own process must not load the code. */
  inWorkers?: boolean;
  /** Called after each page or group of pages with their count. */
  onPage?: (count: number) => void;
}

const isRenderer = (value: unknown): value is Renderer =>
  hasKey(value, 'listTargets') && hasKey(value, 'render') && hasKey(value, 'readFrom');

export async function loadRenderer({
  rendererDirectory,
  snapshotDirectory,
}: Pick<RenderFolders, 'rendererDirectory' | 'snapshotDirectory'>): Promise<Renderer> {
  const entry = join(rendererDirectory, 'server', 'entry.mjs');
  const bundle: unknown = await import(pathToFileURL(entry).href);
  if (!hasKey(bundle, 'renderer') || !isRenderer(bundle.renderer))
    throw new Error(`${rendererDirectory} holds no renderer.`);
  bundle.renderer.readFrom(snapshotDirectory);
  return bundle.renderer;
}

const ownFiles = /(?:src|href)="\/((?:_astro|media)\/[^"?#]+)"/g;

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
  const html = content.toString();
  if (!html.endsWith('</html>')) throw new GateError(`${path} was not rendered to its end.`);
  if (html.includes('/_image?')) throw new GateError(`${path} asks for an image at request time.`);
  for (const [, file = ''] of html.matchAll(ownFiles))
    if (!hasFile(file)) throw new GateError(`${path} asks for ${file}, which is not there.`);
}

/**
 * Creates a function that renders pages one by one and writes their files.
 * @throws {GateError}
 */
export async function createPageRenderer(
  renderer: Renderer,
  { rendererDirectory, siteDirectory, mediaDirectory, whole }: RenderFolders,
) {
  const writer = await createFileWriter(siteDirectory, { isVerifying: whole });
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
      const file = await writer.add(name, content);
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
/** Each worker takes about 150 MB. */
const mostWorkers = 8;

/** The answer of a worker. */
export type WorkerAnswer = { pages: RenderedPage[] } | { gate: string } | { error: Error };

const isAnswer = (value: unknown): value is WorkerAnswer =>
  hasKey(value, 'pages') || hasKey(value, 'gate') || hasKey(value, 'error');

async function renderOnAllCores(
  targets: readonly Target[],
  { onPage, ...options }: RenderOptions,
): Promise<RenderedPage[]> {
  const { rendererDirectory, snapshotDirectory, siteDirectory, mediaDirectory, whole } = options;
  const folders = { rendererDirectory, snapshotDirectory, siteDirectory, mediaDirectory, whole };
  const rendered: RenderedPage[] = [];
  let start = 0;
  const work = async () => {
    const worker = new Worker(new URL('render-worker.ts', import.meta.url), {
      workerData: folders satisfies RenderFolders,
      env: { ...process.env, NODE_ENV: 'production' }, // for React's production build
      resourceLimits: { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 32 },
    });
    try {
      while (start < targets.length) {
        worker.postMessage(targets.slice(start, (start += portion)));
        const answers: unknown[] = await once(worker, 'message');
        const [answer] = answers;
        if (!isAnswer(answer)) throw new Error('The worker gave no answer.');
        if ('gate' in answer) throw new GateError(answer.gate);
        if ('error' in answer) throw answer.error;
        rendered.push(...answer.pages);
        onPage?.(answer.pages.length);
      }
    } finally {
      await worker.terminate();
    }
  };
  const workers = Math.min(
    mostWorkers,
    availableParallelism(),
    Math.ceil(targets.length / portion),
  );
  await Promise.all(Array.from({ length: workers }, work));
  return rendered;
}

/**
 * Renders pages and writes their files, which are durable once the promise resolves.
 * @throws {GateError}
 */
export async function renderTargets(
  targets: readonly Target[],
  renderer: Renderer,
  options: RenderOptions,
): Promise<RenderedPage[]> {
  if (targets.length >= fewest || (options.inWorkers && targets.length > 0))
    return renderOnAllCores(targets, options);
  const pages = await createPageRenderer(renderer, options);
  const rendered: RenderedPage[] = [];
  for (const target of targets) {
    rendered.push(await pages.render(target));
    options.onPage?.(1);
  }
  await pages.finish();
  return rendered;
}
