/**
 * Runs a publish (content, pages, release) in its own process, so that a failure, a hang or a lack of
 * memory cannot harm the server.
 */
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { getSiteDirectory } from '../../config.ts';
import { accountSchema, contentTypes, type PullResult } from '../content/index.ts';
import { parseJson } from '../schemas.ts';
import { isRecord } from '../unknown.ts';
import type { GenerateResult } from './render/generate.ts';
import { readRelease } from './release.ts';
import { startProcess, type ProcessOptions } from './start-process.ts';

/** The configuration that locates the releases of a site and their content. */
export const siteConfig = v.object({
  dataDirectory: v.string(),
  contentful: accountSchema,
  site: v.object({ url: v.string(), isPreview: v.boolean(), isOnNetlify: v.boolean() }),
});

/** The first line to the process: the published site, the same for all tasks. */
export const publishSite = v.object({
  config: v.object({
    ...siteConfig.entries,
    contentOnFailure: v.picklist(['stale', 'fail', 'degrade']),
  }),
  /** Folder and digest of the bundled code. */
  renderer: v.object({ directory: v.string(), code: v.string() }),
});
export type PublishSite = v.InferOutput<typeof publishSite>;

/** Each further line to the process. */
export const publishTask = v.object({
  /** Events that the content service must show before the publish. */
  events: v.array(
    v.object({
      kind: v.picklist(['Entry', 'Asset']),
      id: v.string(),
      revision: v.nullable(v.number()),
      deleted: v.boolean(),
    }),
  ),
  /** Whether to read all content and render all pages, changed or not. */
  whole: v.boolean(),
  acceptFewer: v.array(v.picklist(contentTypes)),
});
type ParsedTask = v.InferOutput<typeof publishTask>;
export type PublishTask = { readonly [K in keyof ParsedTask]: Readonly<ParsedTask[K]> };

export interface PublishDone {
  pull: PullResult;
  pages: GenerateResult;
  /** Number of events that the content service did not show yet. */
  unseen: number;
  /** Milliseconds that the pull took; the rest of a publish makes the pages. */
  pulling: number;
}

/**
 * content: the service failed and the site stays. disk: DATA_DIR cannot be used. site: the release
 * failed. time: the publish took too long.
 */
export type PublishFailure = 'content' | 'disk' | 'site' | 'time';

export class PublishError extends Error {
  override name = 'PublishError';
  readonly kind: PublishFailure;

  /** @param sentence describes the failure in one sentence, without secrets */
  constructor(kind: PublishFailure, sentence: string) {
    super(sentence);
    this.kind = kind;
  }
}

const workerFile = fileURLToPath(new URL('publish-worker.ts', import.meta.url));
/**
 * Milliseconds. The content service may take a minute to show an event; a first publish of 100,000 posts
 * takes most of an hour on a busy machine.
 */
const timeLimits = { changes: 120_000, whole: 3_600_000 };

/** A line from the process: the answer to a task. */
const answerSchema = v.variant('type', [
  v.object({ type: v.literal('done'), done: v.custom<PublishDone>(isRecord) }),
  v.object({
    type: v.literal('failed'),
    kind: v.picklist(['content', 'disk', 'site']),
    /** Describes the failure, without secrets. */
    sentence: v.string(),
  }),
]);
export type PublishAnswer = v.InferOutput<typeof answerSchema>;

function parseAnswer(line: string): PublishDone {
  const answer = parseJson(answerSchema, line);
  if (answer?.type === 'done') return answer.done;
  throw answer
    ? new PublishError(answer.kind, answer.sentence)
    : new PublishError('site', 'The process ended early.');
}

type StartOptions = Pick<ProcessOptions, 'background' | 'signal'>;

function startPublishProcess({ config, renderer }: PublishSite, options: StartOptions) {
  const { dataDirectory } = config;
  const started = startProcess(workerFile, { ...options, dataDirectory });
  started.write({ config, renderer } satisfies PublishSite);
  return {
    isRunning: started.isRunning,
    end: started.end,
    run: async (task: PublishTask): Promise<PublishDone> => {
      const isWhole = task.whole || readRelease(getSiteDirectory(config))?.code !== renderer.code;
      const output = await started.ask(task, isWhole ? timeLimits.whole : timeLimits.changes);
      if (output === null) throw new PublishError('time', 'The publish did not finish in time.');
      return parseAnswer(output);
    },
  };
}

/**
 * Publishes once, in its own process.
 * @throws {PublishError}
 */
export async function runPublishProcess(
  site: PublishSite,
  task: PublishTask,
  options: StartOptions = {},
): Promise<PublishDone> {
  const started = startPublishProcess(site, options);
  try {
    return await started.run(task);
  } finally {
    started.end();
  }
}

/**
 * Publishes in one process that stays, so that its code is loaded and compiled already. A failed
 * process is replaced.
 */
export function createPublishRunner(site: PublishSite, signal: AbortSignal) {
  let last: ReturnType<typeof startPublishProcess> | null = null;
  const getProcess = () =>
    (last = last?.isRunning() ? last : startPublishProcess(site, { signal }));
  return {
    prepare(): void {
      if (!signal.aborted) getProcess();
    },
    /** @throws {PublishError} */
    async run(task: PublishTask): Promise<PublishDone> {
      const current = getProcess();
      try {
        return await current.run(task);
      } catch (error) {
        current.end();
        last = null;
        throw error;
      }
    },
  };
}
