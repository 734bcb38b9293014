/** The thread that renders pages for render-pages.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { createPageRenderer, loadRenderer, renderFolders, workerTask } from './render-pages.ts';
import type { RenderedPage } from './release.ts';

const encoder = new TextEncoder();

function toBuffer(content: BodyInit | null | undefined): ArrayBuffer | null {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) return null;
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : null;
}

/**
 * A response that keeps its content as one piece, for a thread that only renders pages. Node's own response
 * makes a stream of the content, and the stream stays in memory until the next full garbage collection. With
 * these streams a first render took an eighth more.
 */
class PageResponse extends Response {
  readonly #content: ArrayBuffer | null;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    // Astro replaces an error response that has no body.
    const content = (init?.status ?? 200) === 200 ? toBuffer(body) : null;
    super(content ? null : body, init);
    this.#content = content;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#content ?? super.arrayBuffer();
  }
}

const port = parentPort;
if (!port) throw new Error('This file is started by render-pages.ts.');
globalThis.Response = PageResponse;
const folders = v.parse(renderFolders, workerData);
const ready = loadRenderer(folders.rendererDirectory, folders.snapshotDirectory).then((renderer) =>
  createPageRenderer(renderer, folders),
);

async function run(task: v.InferOutput<typeof workerTask>): Promise<RenderedPage[]> {
  const renderer = await ready;
  const pages: RenderedPage[] = [];
  for (const target of task) pages.push(await renderer.render(target));
  if (task.length === 0) await renderer.finish();
  return pages;
}

// A failure ends the thread, and render-pages.ts hears of it.
port.on('message', (task: unknown) => {
  void run(v.parse(workerTask, task)).then((pages) => port.postMessage(pages));
});
