/** The process that live-pages.ts starts: renders one page per task. */
import * as v from 'valibot';
import { loadRenderer, performTasks } from '../../publish/index.ts';
import { isRecord } from '../../unknown.ts';
import { renderLive } from '../live.ts';
import type { LiveTask } from './live-pages.ts';

// The parent is the same code, so a task is what live-pages.ts sent.
performTasks(v.custom<LiveTask>(isRecord), async (task) => {
  const { rendererDirectory, snapshotDirectory, path, answers } = task;
  try {
    const renderer = await loadRenderer(rendererDirectory, snapshotDirectory);
    return { html: await renderLive(renderer, path, answers) };
  } catch {
    return { html: null };
  }
});
