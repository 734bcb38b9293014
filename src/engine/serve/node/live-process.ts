/** The process that live-pages.ts starts: makes the answers of live content. */
import * as v from 'valibot';
import { ContentServiceError } from '../../content/index.ts';
import { describeError } from '../../log.ts';
import { loadRenderer, performTasks } from '../../publish/index.ts';
import { isRecord } from '../../unknown.ts';
import { createMakeLive } from '../live.ts';
import type { LiveResult, LiveTask } from './live-pages.ts';

// The parent is the same code, so a task is what live-pages.ts sent.
performTasks(v.custom<LiveTask>(isRecord), async (task): Promise<LiveResult> => {
  const { account, siteUrl, rendererDirectory, snapshotDirectory, address } = task;
  const load =
    rendererDirectory === null ? null : () => loadRenderer(rendererDirectory, snapshotDirectory);
  try {
    return { answer: await createMakeLive(account, siteUrl, load)(address), failure: null };
  } catch (error) {
    const isService = error instanceof ContentServiceError;
    return { answer: null, failure: { isService, ...describeError(error) } };
  }
});
