/** The process that process.ts starts: pulls the content, renders the pages, and follows a release up. */
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
import type { PublishDone, WorkerAnswer, WorkerDone, WorkerTask } from './process.ts';
import { releaseFile } from './release.ts';
import { GateError } from './render-pages.ts';

type Pull = Omit<Extract<WorkerTask, { type: 'pull' }>, 'type'>;
type Publish = Extract<WorkerTask, { type: 'publish' }>;

const getMediaDirectory = ({ config }: Pull) => join(config.dataDirectory, 'media');

async function pullContent(task: Pull, onProgress: OnProgress): Promise<WorkerDone['pull']> {
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
    mediaStore: createMediaStore(getMediaDirectory(task), contentful),
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

async function publish(task: Publish, onProgress: OnProgress): Promise<PublishDone> {
  const { config, siteDirectory, renderer, whole = false } = task;
  const pulled = task.pulled ?? (await pullContent(task, onProgress));
  const pages = await generate({
    snapshotDirectory: getSnapshotDirectory(config),
    mediaDirectory: getMediaDirectory(task),
    siteDirectory,
    rendererDirectory: renderer.directory,
    code: renderer.code,
    mayBeDegraded: config.contentOnFailure === 'degrade',
    whole,
    now: new Date(),
    onProgress,
  });
  return { ...pulled, pages };
}

async function perform(task: WorkerTask, onProgress: OnProgress): Promise<object> {
  switch (task.type) {
    case 'pull':
      return pullContent(task, onProgress);
    case 'publish':
      return publish(task, onProgress);
    case 'follow-up': {
      // Imported here, because a publish needs none of its libraries.
      const { followUp } = await import('./follow-up.ts');
      return followUp(task, onProgress);
    }
  }
}

/**
 * When the disk damaged the database of the content or of the releases, both are removed, and everything is
 * pulled and rendered again.
 */
async function performAgain(task: WorkerTask, onProgress: OnProgress): Promise<object> {
  try {
    return await perform(task, onProgress);
  } catch (error) {
    if (!isDamage(error)) throw error;
    removeDatabase(join(getSnapshotDirectory(task.config), snapshotFile));
    if (task.type !== 'publish') return perform(task, onProgress);
    removeDatabase(join(task.siteDirectory, releaseFile));
    const { pulled: _, ...again } = task;
    return perform(again, onProgress);
  }
}

/** Passes on only our own sentences: messages of libraries may quote addresses and tokens. */
function describeFailure(error: unknown): WorkerAnswer {
  if (error instanceof ContentServiceError)
    return { type: 'failed', kind: 'content', sentence: error.message };
  // The error of a thread has lost its class.
  if (error instanceof Error && error.name === GateError.name)
    return { type: 'failed', kind: 'site', sentence: error.message };
  const fault = describeDiskError(error);
  if (fault !== null) return { type: 'failed', kind: 'disk', sentence: fault };
  const place =
    error instanceof Error ? /[\w.-]+:\d+(?=:\d+\)?$)/m.exec(error.stack ?? '')?.[0] : '';
  const sentence = `The pages could not be rendered (${describeError(error).error} at ${place ?? 'an unknown place'}).`;
  return { type: 'failed', kind: 'site', sentence };
}

// The parent is the same code, so a task is what process.ts sent.
performTasks(v.custom<WorkerTask>(isRecord), async (task, onProgress): Promise<WorkerAnswer> => {
  const answer = await performAgain(task, onProgress).then(
    (done) => ({ type: 'done', done }) as const,
    describeFailure,
  );
  // Frees memory, as the next task may be days away. child.ts sets the flag.
  setImmediate(() => void globalThis.gc?.({ type: 'major', execution: 'async' }));
  return answer;
});
