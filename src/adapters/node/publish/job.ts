/** One publish in a process of its own: content, pages, release. It may fail, hang or eat memory alone. */
import { fileURLToPath } from 'node:url';
import type { Config, ContentfulConfig } from '../../../config.ts';
import type { ContentType } from '../../../content/client.ts';
import type { PullResult } from '../../../content/pull.ts';
import { hasKey } from '../../../content/unknown.ts';
import type { PublishWish } from '../../../server/publish/webhook.ts';
import type { GenerateResult } from './generate.ts';
import { runProcess, type ProcessOptions } from './run-process.ts';

export interface PublishJob {
  config: Pick<Config, 'dataDirectory' | 'contentOnFailure' | 'site'> & {
    contentful: ContentfulConfig;
  };
  /** Where the bundled code is, and its digest. */
  renderer: { directory: string; code: string };
  /** What was announced, and has to be seen before it can be published. */
  wanted: readonly PublishWish[];
  /** Reads all content and renders all pages, whatever changed. */
  whole: boolean;
  acceptFewer: readonly ContentType[];
}

export interface PublishDone {
  pull: PullResult;
  pages: GenerateResult;
}

/** content: the service failed, and the site is as it was. site: the release could not be made. */
export type PublishFailure = 'content' | 'site' | 'time';

export class PublishError extends Error {
  override name = 'PublishError';
  readonly kind: PublishFailure;

  /** @param sentence one sentence without secrets */
  constructor(kind: PublishFailure, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

const processFile = fileURLToPath(new URL('process.ts', import.meta.url));
/** Milliseconds. What was announced may take a minute to be seen. */
const timeLimits = { changes: 120_000, whole: 900_000 };

// Written by process.ts, which is ours.
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

/**
 * Runs a job; in the background it gives way to everything else on the machine.
 * @throws {PublishError}
 */
export async function runPublishJob(
  job: PublishJob,
  options: Pick<ProcessOptions, 'background' | 'signal'> = {},
): Promise<PublishDone> {
  const { dataDirectory } = job.config;
  const timeLimit = job.whole ? timeLimits.whole : timeLimits.changes;
  const output = await runProcess(processFile, job, { ...options, dataDirectory, timeLimit });
  if (output === null) throw new PublishError('time', 'The publish did not finish in time.');
  return parseAnswer(output);
}
