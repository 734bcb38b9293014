/** The process that live-pages.ts starts: makes the answers of live content. */
import * as v from 'valibot';
import { ContentServiceError } from '../../content/index.ts';
import { describeError } from '../../log.ts';
import { loadRenderer, performTasks, type Renderer } from '../../publish/index.ts';
import { isRecord } from '../../unknown.ts';
import { contentReportPath } from '../../../data/routes.ts';
import { createMakeLive, createServePage, type ServedPage } from '../live.ts';
import type { LiveResult, LiveTask } from './live-pages.ts';

async function makeReport(
  { account, siteUrl }: LiveTask,
  load: (() => Promise<Renderer>) | null,
): Promise<ServedPage | null> {
  if (!load) return null;
  const { render } = await load();
  return createServePage(account, siteUrl)(contentReportPath, await render(contentReportPath));
}

// The parent is the same code, so a task is what live-pages.ts sent.
performTasks(v.custom<LiveTask>(isRecord), async (task): Promise<LiveResult> => {
  const { account, siteUrl, rendererDirectory, snapshotDirectory, address } = task;
  const load =
    rendererDirectory === null ? null : () => loadRenderer(rendererDirectory, snapshotDirectory);
  const result: LiveResult = { answer: null, report: null, failure: null };
  try {
    if (address === null) return { ...result, report: await makeReport(task, load) };
    return { ...result, answer: await createMakeLive(account, siteUrl, load)(address) };
  } catch (error) {
    const isService = error instanceof ContentServiceError;
    return { ...result, failure: { isService, ...describeError(error) } };
  }
});
