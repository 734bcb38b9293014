/** The process that process.ts starts: pulls the content and renders the pages. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { getSnapshotDirectory } from '../../config.ts';
import {
  ContentServiceError,
  createContentClient,
  createMediaStore,
  pull,
  snapshotFile,
} from '../content/index.ts';
import { describeDiskError, isDamage, removeDatabase } from '../disk/index.ts';
import { describeError } from '../log.ts';
import { isRecord } from '../unknown.ts';
import { performTasks, type OnProgress } from './child.ts';
import { generate } from './generate.ts';
import type { WorkerAnswer, WorkerTask } from './process.ts';
import { releaseFile } from './release.ts';
import { GateError, loadRenderer } from './render-pages.ts';

const getMediaDirectory = ({ config }: WorkerTask) => join(config.dataDirectory, 'media');

async function pullContent(task: WorkerTask, onProgress: OnProgress) {
  const { config, events = [], whole = false, acceptFewer = [] } = task;
  const { contentful, contentOnFailure } = config;
  const start = performance.now();
  const directory = getSnapshotDirectory(config);
  await mkdir(directory, { recursive: true });
  let unseen = 0;
  let composed = 0;
  const result = await pull({
    client: createContentClient(contentful),
    siteUrl: config.site.url,
    directory,
    mediaStore: createMediaStore({ directory: getMediaDirectory(task), account: contentful }),
    onFailure: contentOnFailure,
    now: new Date(),
    acceptFewer,
    events,
    whole,
    onUnseen: ({ length }) => {
      unseen = length;
    },
    onComposed: (total) => onProgress('Entries', (composed += 1), total),
  });
  return { pull: result, unseen, pulling: performance.now() - start };
}

/** The result of the last task that pulled the content and rendered no page. */
let pulledBefore: Awaited<ReturnType<typeof pullContent>> | null = null;

async function pullAndRender(task: WorkerTask, onProgress: OnProgress): Promise<WorkerAnswer> {
  const { config, publish, whole = false } = task;
  const pulled = (task.isPulled ? pulledBefore : null) ?? (await pullContent(task, onProgress));
  pulledBefore = publish ? null : pulled;
  if (!publish) return { type: 'done', done: { ...pulled, pages: null } };
  const pages = await generate({
    snapshotDirectory: getSnapshotDirectory(config),
    mediaDirectory: getMediaDirectory(task),
    siteDirectory: publish.siteDirectory,
    rendererDirectory: publish.renderer.directory,
    code: publish.renderer.code,
    mayBeDegraded: config.contentOnFailure === 'degrade',
    whole,
    now: new Date(),
    onProgress,
  });
  return { type: 'done', done: { ...pulled, pages } };
}

/**
 * When the disk damaged the database of the content or of the releases, both are removed, and everything is
 * pulled and rendered again.
 */
async function pullAndRenderAgain(task: WorkerTask, onProgress: OnProgress): Promise<WorkerAnswer> {
  try {
    return await pullAndRender(task, onProgress);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeDatabase(join(getSnapshotDirectory(task.config), snapshotFile));
    if (task.publish) removeDatabase(join(task.publish.siteDirectory, releaseFile));
    return pullAndRender(task, onProgress);
  }
}

/** Passes on only our own sentences: messages of libraries may quote addresses and tokens. */
function describeFailure(error: unknown): WorkerAnswer {
  if (error instanceof ContentServiceError)
    return { type: 'failed', kind: 'content', sentence: error.message };
  if (error instanceof GateError) return { type: 'failed', kind: 'site', sentence: error.message };
  const fault = describeDiskError(error);
  if (fault !== null) return { type: 'failed', kind: 'disk', sentence: fault };
  const place =
    error instanceof Error ? /[\w.-]+:\d+(?=:\d+\)?$)/m.exec(error.stack ?? '')?.[0] : '';
  const sentence = `The pages could not be rendered (${describeError(error).error} at ${place ?? 'an unknown place'}).`;
  return { type: 'failed', kind: 'site', sentence };
}

// The parent is the same code, so a task is what process.ts sent.
performTasks(v.custom<WorkerTask>(isRecord), async (task, onProgress) => {
  const { config, publish } = task;
  // A failure here repeats with the task that follows, which reports it.
  if (task.isWarmUp && publish) {
    await loadRenderer(publish.renderer.directory, getSnapshotDirectory(config)).catch(
      () => undefined,
    );
    return null;
  }
  const answer = await pullAndRenderAgain(task, onProgress).catch(describeFailure);
  // Frees memory, as the next task may be days away. child.ts sets the flag.
  setImmediate(() => void globalThis.gc?.({ type: 'major', execution: 'async' }));
  return answer;
});
