/**
 * Runs a publish (content, pages, release) in its own process, so that a failure, a hang or a lack of
 * memory cannot harm the server.
 */
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../config.ts';
import type { PullResult } from '../../../content/pull/pull.ts';
import { hasKey } from '../../../rules/unknown.ts';
import type { GenerateResult } from './generate.ts';
import { startProcess, type ProcessOptions } from './start-process.ts';
import type { ContentfulAccount } from '../../../content/contentful/account.ts';
import type { ContentType, ContentEvent } from '../../../content/contentful/contract.ts';

/** The published site, the same for all jobs. */
export interface PublishSite {
  config: Pick<Config, 'dataDirectory' | 'contentOnFailure' | 'site'> & {
    contentful: ContentfulAccount;
  };
  /** Folder and digest of the bundled code. */
  renderer: { directory: string; code: string };
}

export interface PublishTask {
  /** Events that the content service must show before the publish. */
  events: readonly ContentEvent[];
  /** Whether to read all content and render all pages, changed or not. */
  whole: boolean;
  acceptFewer: readonly ContentType[];
}

export interface PublishDone {
  pull: PullResult;
  pages: GenerateResult;
  /** Number of events that the content service did not show yet. */
  unseen: number;
}

/**
 * content: the service failed and the site stays. site: the release failed. time: the publish took too
 * long.
 */
export type PublishFailure = 'content' | 'site' | 'time';

export class PublishError extends Error {
  override name = 'PublishError';
  readonly kind: PublishFailure;

  /** @param sentence describes the failure in one sentence, without secrets */
  constructor(kind: PublishFailure, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

const processFile = fileURLToPath(new URL('process.ts', import.meta.url));
/** Milliseconds. The content service may take a minute to show an event. */
const timeLimits = { changes: 120_000, whole: 900_000 };

const isDone = (value: unknown): value is PublishDone =>
  hasKey(value, 'pull') && hasKey(value, 'pages');

function parseAnswer(output: string): PublishDone {
  const answer: unknown = JSON.parse(output || 'null');
  if (isDone(answer)) return answer;
  const sentence = hasKey(answer, 'failure') ? String(answer.failure) : 'The process ended early.';
  throw new PublishError(
    hasKey(answer, 'kind') && answer.kind === 'content' ? 'content' : 'site',
    sentence,
  );
}

type JobOptions = Pick<ProcessOptions, 'background' | 'signal'>;

function startJob({ config, renderer }: PublishSite, options: JobOptions) {
  const { dataDirectory } = config;
  const started = startProcess(processFile, { ...options, dataDirectory });
  started.write({ config, renderer } satisfies PublishSite);
  return {
    isRunning: started.isRunning,
    end: started.end,
    run: async (task: PublishTask): Promise<PublishDone> => {
      const output = await started.ask(task, task.whole ? timeLimits.whole : timeLimits.changes);
      if (output === null) throw new PublishError('time', 'The publish did not finish in time.');
      return parseAnswer(output);
    },
  };
}

/**
 * Publishes once, in its own process.
 * @throws {PublishError}
 */
export async function runPublishJob(
  site: PublishSite,
  task: PublishTask,
  options: JobOptions = {},
): Promise<PublishDone> {
  const job = startJob(site, options);
  try {
    return await job.run(task);
  } finally {
    job.end();
  }
}

/**
 * Publishes in one process that stays, so that its code is loaded and compiled already. A failed
 * process is replaced.
 */
export function createPublishRunner(site: PublishSite, signal: AbortSignal) {
  let job: ReturnType<typeof startJob> | null = null;
  const getJob = () => (job = job?.isRunning() ? job : startJob(site, { signal }));
  return {
    prepare(): void {
      if (!signal.aborted) getJob();
    },
    /** @throws {PublishError} */
    async run(task: PublishTask): Promise<PublishDone> {
      const current = getJob();
      try {
        return await current.run(task);
      } catch (error) {
        current.end();
        job = null;
        throw error;
      }
    },
  };
}
