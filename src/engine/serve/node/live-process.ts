/** The process that live-pages.ts starts: makes the answers of live content. */
import * as v from 'valibot';
import { ContentServiceError } from '../../content/index.ts';
import { describeError } from '../../log.ts';
import { loadRenderer, performTasks, type Renderer } from '../../publish/index.ts';
import { isRecord } from '../../unknown.ts';
import { contentReportPath } from '../../../data/routes.ts';
import { createMakeLive, createServePage } from '../live.ts';
import type { LiveResult, LiveTask } from './live-pages.ts';

async function makeReport({ account, siteUrl }: LiveTask, load: () => Promise<Renderer>) {
  const { render } = await load();
  const page = createServePage(account, siteUrl)(
    contentReportPath,
    await render(contentReportPath),
  );
  return { json: '', page };
}

// The parent is the same code, so a task is what live-pages.ts sent.
performTasks(v.custom<LiveTask>(isRecord), async (task): Promise<LiveResult> => {
  const { account, siteUrl, rendererDirectory, snapshotDirectory, address } = task;
  const load =
    rendererDirectory === null ? null : () => loadRenderer(rendererDirectory, snapshotDirectory);
  try {
    const answer = address
      ? await createMakeLive(account, siteUrl, load)(address)
      : load && (await makeReport(task, load));
    return { answer, failure: null };
  } catch (error) {
    const isService = error instanceof ContentServiceError;
    return { answer: null, failure: { isService, ...describeError(error) } };
  }
});
