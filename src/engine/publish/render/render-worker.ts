/** The thread that renders pages for render-pages.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import {
  createPageRenderer,
  GateError,
  loadRenderer,
  renderFolders,
  workerTask,
  type WorkerAnswer,
} from './render-pages.ts';
import { PageResponse } from './page-response.ts';
import type { RenderedPage } from '../release.ts';

const port = parentPort;
if (!port) throw new Error('This file is started by render-pages.ts.');
globalThis.Response = PageResponse;
const folders = v.parse(renderFolders, workerData);
const ready = loadRenderer(folders).then((renderer) => createPageRenderer(renderer, folders));

async function run(task: v.InferOutput<typeof workerTask>): Promise<WorkerAnswer> {
  try {
    const renderer = await ready;
    const pages: RenderedPage[] = [];
    for (const target of task) pages.push(await renderer.render(target));
    if (task.length === 0) await renderer.finish();
    return { type: 'rendered', pages };
  } catch (error) {
    if (error instanceof GateError) return { type: 'refused', reason: error.message };
    const failure = error instanceof Error ? error : new Error('A page could not be rendered.');
    return { type: 'failed', error: failure };
  }
}

port.on('message', (task: unknown) => {
  void run(v.parse(workerTask, task)).then((answer) => port.postMessage(answer));
});
