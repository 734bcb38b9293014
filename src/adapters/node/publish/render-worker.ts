/** The thread that renders pages for render-pages.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { hasKey } from '../../../rules/unknown.ts';
import {
  createPageRenderer,
  GateError,
  loadRenderer,
  type RenderFolders,
  type WorkerAnswer,
} from './render-pages.ts';
import type { RenderedPage } from './release.ts';
import type { Target } from './renderer.ts';

const isFolders = (value: unknown): value is RenderFolders => hasKey(value, 'rendererDirectory');
const isTargets = (value: unknown): value is Target[] => Array.isArray(value);

const port = parentPort;
const folders: unknown = workerData;
if (!port || !isFolders(folders)) throw new Error('This file is started by render-pages.ts.');
const ready = loadRenderer(folders).then((renderer) => createPageRenderer(renderer, folders));

async function render(targets: readonly Target[]): Promise<WorkerAnswer> {
  try {
    const pages = await ready;
    const rendered: RenderedPage[] = [];
    for (const target of targets) rendered.push(await pages.render(target));
    await pages.finish();
    return { pages: rendered };
  } catch (error) {
    if (error instanceof GateError) return { gate: error.message };
    return { error: error instanceof Error ? error : new Error('A page could not be rendered.') };
  }
}

port.on('message', (targets: unknown) => {
  if (isTargets(targets)) void render(targets).then((answer) => port.postMessage(answer));
});
