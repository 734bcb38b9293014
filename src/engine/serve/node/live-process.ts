/** The process that live-renderer.ts starts: renders one page per task. */
import * as v from 'valibot';
import { loadRenderer, performTasks } from '../../publish/index.ts';
import { isRecord } from '../../unknown.ts';
import { createRenderLive } from '../live-pages.ts';
import type { LiveTask } from './live-renderer.ts';

// The parent is the same code, so a task is what live-renderer.ts sent.
performTasks(v.custom<LiveTask>(isRecord), async (task) => {
  const { rendererDirectory, snapshotDirectory, pages, path, answers } = task;
  try {
    const renderer = await loadRenderer(rendererDirectory, snapshotDirectory);
    return await createRenderLive(renderer, pages)(path, answers);
  } catch {
    return { failed: path };
  }
});
