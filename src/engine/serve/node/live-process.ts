/** The process that live-renderer.ts starts: renders one page per task. */
import { performTasks } from '../../publish/child.ts';
import { loadRenderer } from '../../publish/render-pages.ts';
import { createRenderLive } from '../live-pages.ts';
import type { LiveTask } from './live-renderer.ts';

performTasks<LiveTask>(async ({ rendererDirectory, snapshotDirectory, pages, path, answers }) => {
  try {
    const renderer = await loadRenderer(rendererDirectory, snapshotDirectory);
    return await createRenderLive(renderer, pages)(path, answers);
  } catch {
    return { failed: path };
  }
});
