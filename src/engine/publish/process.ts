/**
 * Publishes in a process of its own (worker.ts), so that a failure, a hang or a lack of memory cannot harm
 * the server.
 */
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Config } from '../../config.ts';
import type { ContentEvent, ContentfulAccount, ContentType, PullResult } from '../content/index.ts';
import { isRecord } from '../unknown.ts';
import {
  startProcess,
  type OnProgress,
  type ProcessOptions,
  type StartedProcess,
} from './child.ts';
import type { GenerateResult } from './generate.ts';
import { isIntact, readRelease } from './release.ts';

/** A site to publish. */
export interface PublishSite {
  config: Pick<Config, 'dataDirectory' | 'site' | 'contentOnFailure'> & {
    contentful: ContentfulAccount;
  };
  /** Folder of the releases. */
  siteDirectory: string;
  /** Folder and digest of the bundled code. */
  renderer: { directory: string; code: string };
}

export interface PublishTask {
  /** Events that the content service must show before the publish. */
  events?: readonly ContentEvent[];
  /** Whether to read all content and render all pages, changed or not. */
  whole?: boolean;
  /** Content types that may lose most of their entries. */
  acceptFewer?: readonly ContentType[];
}

/** What this file sends to worker.ts: with a renderer a publish, without one a pull alone. */
export interface WorkerTask extends PublishTask {
  config: PublishSite['config'];
  publish: Omit<PublishSite, 'config'> | null;
  /** Whether the last task of this worker pulled the content. */
  isPulled?: boolean;
  /** Loads the code for the next task and does nothing else. */
  isWarmUp?: boolean;
}

export interface PublishDone {
  pull: PullResult;
  pages: GenerateResult;
  /** Number of events that the content service did not show yet. */
  unseen: number;
  /** Milliseconds that the pull took; the rest of a publish makes the pages. */
  pulling: number;
}

/** What the worker did; without pages for a pull alone. */
type WorkerDone = Omit<PublishDone, 'pages'> & { pages: GenerateResult | null };

const failureKinds = ['content', 'disk', 'site', 'time'] as const;

/** A publish that failed. The release in force stays. */
export class PublishError extends Error {
  override name = 'PublishError';
  /**
   * content: the content service failed. disk: DATA_DIR cannot be used. site: the release failed. time: the
   * publish took too long.
   */
  readonly kind: (typeof failureKinds)[number];

  /** @param sentence describes the failure in one sentence, without secrets */
  constructor(kind: PublishError['kind'], sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

const answerSchema = v.variant('type', [
  v.object({ type: v.literal('done'), done: v.custom<WorkerDone>(isRecord) }),
  v.object({ type: v.literal('failed'), kind: v.picklist(failureKinds), sentence: v.string() }),
]);
export type WorkerAnswer = v.InferOutput<typeof answerSchema>;

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url));
/**
 * Milliseconds. The content service may take a minute to show an event; a first publish of 100,000 posts
 * takes most of an hour on a busy machine.
 */
const timeLimits = { changes: 120_000, whole: 3_600_000 };

async function askWorker(
  worker: StartedProcess,
  task: WorkerTask,
  timeLimit: number,
  onProgress?: OnProgress,
): Promise<WorkerDone> {
  const received = await worker.ask(task, timeLimit, onProgress);
  if (received === null) throw new PublishError('time', 'The publish did not finish in time.');
  if (received === undefined) throw new PublishError('site', 'The process ended early.');
  const answer = v.parse(answerSchema, received);
  if (answer.type === 'failed') throw new PublishError(answer.kind, answer.sentence);
  return answer.done;
}

type RunOptions = Pick<ProcessOptions, 'background' | 'signal'>;

const startWorker = ({ dataDirectory }: PublishSite['config'], options: RunOptions = {}) =>
  startProcess(workerFile, { dataDirectory, ...options });

async function askToPublish(
  worker: StartedProcess,
  { config, ...publish }: PublishSite,
  task: PublishTask & Pick<WorkerTask, 'isPulled'>,
  onProgress?: OnProgress,
): Promise<PublishDone> {
  const { whole = false } = task;
  const isWhole = whole || readRelease(publish.siteDirectory)?.code !== publish.renderer.code;
  const limit = timeLimits[isWhole ? 'whole' : 'changes'];
  const done = await askWorker(worker, { config, publish, ...task }, limit, onProgress);
  if (!done.pages) throw new Error('The process answered another task.');
  return { ...done, pages: done.pages };
}

/**
 * Publishes once: reads the changed content, renders the changed pages, and puts the release in force.
 * @throws {PublishError}
 */
export async function publish(
  site: PublishSite,
  { background, signal, ...task }: PublishTask & RunOptions = {},
): Promise<PublishDone> {
  const worker = startWorker(site.config, { background, signal });
  return askToPublish(worker, site, task).finally(worker.end);
}

/**
 * Reads the changed content into the snapshot.
 * @throws {PublishError}
 */
export async function pullContent(config: PublishSite['config']): Promise<PullResult> {
  const worker = startWorker(config);
  const { whole } = timeLimits;
  const done = await askWorker(worker, { config, publish: null }, whole).finally(worker.end);
  return done.pull;
}

/**
 * Publishes once for a command: reads the content while the code is bundled, and checks every file of the
 * release.
 * @param bundle bundles the code; aborting the signal ends the bundler
 * @throws {PublishError}
 */
export async function publishWhileBundling(
  { config, siteDirectory }: Omit<PublishSite, 'renderer'>,
  bundle: (signal: AbortSignal) => Promise<PublishSite['renderer']>,
  { onProgress, ...task }: PublishTask & { onProgress?: OnProgress } = {},
): Promise<{ renderer: PublishSite['renderer']; done: PublishDone }> {
  const stopping = new AbortController();
  const worker = startWorker(config);
  try {
    const [renderer] = await Promise.all([
      bundle(stopping.signal),
      askWorker(worker, { config, publish: null, ...task }, timeLimits.whole, onProgress),
    ]);
    const site = { config, siteDirectory, renderer };
    const done = await askToPublish(worker, site, { ...task, isPulled: true }, onProgress);
    // The disk may have damaged files of the release before.
    if (!isIntact(siteDirectory)) await askToPublish(worker, site, { whole: true }, onProgress);
    return { renderer, done };
  } finally {
    stopping.abort();
    worker.end();
  }
}

/**
 * Publishes in one process that stays, so that its code is loaded and compiled already. A failed
 * process is replaced.
 */
export function createPublishRunner(site: PublishSite, signal: AbortSignal) {
  let last: StartedProcess | null = null;
  const getWorker = () => {
    if (last?.isRunning()) return last;
    last = startWorker(site.config, { signal });
    const { config, ...publish } = site;
    last.send({ config, publish, isWarmUp: true } satisfies WorkerTask);
    return last;
  };
  return {
    prepare(): void {
      if (!signal.aborted) getWorker();
    },
    /** @throws {PublishError} */
    async run(task: PublishTask): Promise<PublishDone> {
      const worker = getWorker();
      try {
        return await askToPublish(worker, site, task);
      } catch (error) {
        worker.end();
        last = null;
        throw error;
      }
    },
  };
}

/** A site whose release needs its share images, search index and sitemap. */
export interface FollowUpSite extends Pick<PublishSite, 'config' | 'siteDirectory'> {
  /** Whether to look for missing and damaged files first. */
  checks?: boolean;
}

const followUpSchema = v.object({
  /** A sentence for each of the three that could not be made. */
  failures: v.array(v.string()),
  /** Whether a whole publish has to make something again. */
  isDamaged: v.boolean(),
  /** Names of the share images of all pages. */
  shareImages: v.array(v.string()),
});
export type FollowUpDone = v.InferOutput<typeof followUpSchema>;

const followUpFile = fileURLToPath(new URL('follow-up.ts', import.meta.url));
/** Milliseconds. The share images of 10,000 posts take more than 10 minutes. */
const followUpLimit = 60 * 60 * 1000;

/**
 * Makes what a release gets after it is live: share images, search index, sitemap.
 * @throws {PublishError} when the process ended or took too long
 */
export async function followUp(
  site: FollowUpSite,
  { background, signal, onProgress }: RunOptions & { onProgress?: OnProgress } = {},
): Promise<FollowUpDone> {
  const { dataDirectory } = site.config;
  const follower = startProcess(followUpFile, { dataDirectory, background, signal });
  const received = await follower.ask(site, followUpLimit, onProgress).finally(follower.end);
  if (received === null) throw new PublishError('time', 'The follow-up did not finish in time.');
  if (received === undefined) throw new PublishError('site', 'The follow-up ended early.');
  return v.parse(followUpSchema, received);
}
