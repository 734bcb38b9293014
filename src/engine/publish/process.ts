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
  failureKinds,
  PublishError,
  startProcess,
  type OnProgress,
  type ProcessOptions,
  type StartedProcess,
} from './child.ts';
import { removeDamaged } from './damage.ts';
import type { GenerateResult } from './generate.ts';
import { readRelease } from './release.ts';

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

/** What a pull did. */
interface Pulled {
  pull: PullResult;
  /** Number of events that the content service did not show yet. */
  unseen: number;
  /** Milliseconds that the pull took; the rest of a publish makes the pages. */
  pulling: number;
}

export interface PublishDone extends Pulled {
  pages: GenerateResult;
}

/** A site whose release needs its additions. */
export interface FollowUpSite extends Pick<PublishSite, 'config' | 'siteDirectory'> {
  /** Whether to look for missing and damaged files first. */
  checks?: boolean;
}

export interface FollowUpDone {
  /** A sentence for each kind of additions that could not be made. */
  failures: string[];
  /** Whether a whole publish has to make something again. */
  isDamaged: boolean;
}

/** What this file sends to worker.ts. */
export type WorkerTask =
  | ({ type: 'pull' } & Pick<PublishSite, 'config'> & PublishTask)
  | ({ type: 'publish'; pulled?: Pulled } & PublishSite & PublishTask)
  | ({ type: 'follow-up' } & FollowUpSite);

/** What worker.ts answers. */
export interface WorkerDone {
  pull: Pulled;
  publish: PublishDone;
  'follow-up': FollowUpDone;
}

const answerSchema = v.variant('type', [
  v.object({ type: v.literal('done'), done: v.unknown() }),
  v.object({ type: v.literal('failed'), kind: v.picklist(failureKinds), sentence: v.string() }),
]);
export type WorkerAnswer = v.InferOutput<typeof answerSchema>;

interface RunOptions extends Pick<ProcessOptions, 'background' | 'signal'> {
  onProgress?: OnProgress | undefined;
  /** Milliseconds after which a process that reports nothing is killed. */
  silence?: number | undefined;
}

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url));
/** The content service may take a minute to show an event, and an image a minute to be drawn. */
const silences = { changes: 120_000, long: 600_000 };

async function ask<Type extends keyof WorkerDone>(
  worker: StartedProcess,
  task: Extract<WorkerTask, { type: Type }>,
  { silence = silences.long, onProgress }: RunOptions = {},
): Promise<WorkerDone[Type]> {
  const answer = v.parse(answerSchema, await worker.ask(task, silence, onProgress));
  if (answer.type === 'failed') throw new PublishError(answer.kind, answer.sentence);
  return v.parse(v.custom<WorkerDone[Type]>(isRecord), answer.done);
}

const startWorker = ({ dataDirectory }: PublishSite['config'], options: RunOptions = {}) =>
  startProcess(workerFile, { dataDirectory, ...options });

/** Asks a process that starts for one task. */
function askOnce<Type extends keyof WorkerDone>(
  task: Extract<WorkerTask, { type: Type }>,
  options?: RunOptions,
): Promise<WorkerDone[Type]> {
  const worker = startWorker(task.config, options);
  return ask<Type>(worker, task, options).finally(worker.end);
}

/**
 * Publishes once: reads the changed content, renders the changed pages, and puts the release in force.
 * @throws {PublishError}
 */
export const publish = (
  site: PublishSite,
  { background, signal, silence, ...task }: PublishTask & RunOptions = {},
): Promise<PublishDone> =>
  askOnce<'publish'>({ type: 'publish', ...site, ...task }, { background, signal, silence });

/**
 * Reads the changed content into the snapshot.
 * @throws {PublishError}
 */
export const pullContent = async (config: PublishSite['config']): Promise<PullResult> =>
  (await askOnce<'pull'>({ type: 'pull', config })).pull;

/**
 * Makes what a release gets after it is live (additions.ts).
 * @throws {PublishError}
 */
export const followUp = (
  { config, siteDirectory, checks = false }: FollowUpSite,
  options?: RunOptions,
): Promise<FollowUpDone> =>
  askOnce<'follow-up'>({ type: 'follow-up', config, siteDirectory, checks }, options);

/**
 * Publishes once for a command: reads the content while the code is bundled. The disk may have damaged files of the
 * release before, so every file is checked.
 * @param bundle bundles the code; aborting the signal ends the bundler
 * @throws {PublishError}
 */
export async function publishWhileBundling(
  { config, siteDirectory }: Omit<PublishSite, 'renderer'>,
  bundle: (signal: AbortSignal) => Promise<PublishSite['renderer']>,
  { onProgress, ...task }: PublishTask & Pick<RunOptions, 'onProgress'> = {},
): Promise<{ renderer: PublishSite['renderer']; done: PublishDone }> {
  const stopping = new AbortController();
  const worker = startWorker(config);
  try {
    const read = async () => {
      const all = { config, ...task, whole: removeDamaged({ config, siteDirectory }) };
      const pulled = await ask<'pull'>(worker, { type: 'pull', ...all }, { onProgress });
      return { ...all, pulled };
    };
    const [renderer, content] = await Promise.all([bundle(stopping.signal), read()]);
    const site = { type: 'publish', siteDirectory, renderer } as const;
    const done = await ask<'publish'>(worker, { ...site, ...content }, { onProgress });
    return { renderer, done };
  } finally {
    stopping.abort();
    worker.end();
  }
}

/**
 * Creates a function that publishes in one process that stays, so that its code is loaded and compiled already. A
 * failed process is replaced.
 * @param signal aborting ends the process
 */
export function createPublishRunner(signal: AbortSignal) {
  let worker: StartedProcess | null = null;
  /** @throws {PublishError} */
  return async (site: PublishSite, task: PublishTask): Promise<PublishDone> => {
    if (!worker?.isRunning()) worker = startWorker(site.config, { signal });
    const isWhole = readRelease(site.siteDirectory)?.code !== site.renderer.code;
    const silence = silences[isWhole ? 'long' : 'changes'];
    try {
      return await ask<'publish'>(worker, { type: 'publish', ...site, ...task }, { silence });
    } catch (error) {
      worker.end();
      worker = null;
      throw error;
    }
  };
}
