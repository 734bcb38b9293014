/** The walk over all pages: a build walks with all cores, and a server quietly after each pull. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Checked, Failure, PagesSite } from './check.ts';
import {
  createProcess,
  TaskError,
  type OnProgress,
  type ProcessOptions,
} from '../processes/index.ts';
import type { PageTask } from './page-process.ts';

const processFile = fileURLToPath(new URL('page-process.ts', import.meta.url));
/** What follows a walk may be silent for minutes on a busy machine. */
const silenceMs = 600_000;
/** Time for one page, the start of the process included. */
const pageSilenceMs = 60_000;

type Options = Pick<ProcessOptions, 'background' | 'signal'>;

/** Starts a process that renders the pages of a site. Each function throws {@link TaskError}. */
export function startPageProcess(site: PagesSite, options: Options = {}) {
  const { ask, end } = createProcess(processFile, {
    ...options,
    dataDirectory: site.config.dataDirectory,
  });
  const perform = <Answer extends object>(
    task: PageTask,
    silence = silenceMs,
    onProgress?: OnProgress,
  ) => ask<Answer>({ ...site, ...task }, silence, onProgress);
  return {
    /** Loads the code of the pages, and stores what all pages need. */
    open: () => perform({ type: 'open' }),
    /** Checks one page, and makes the page true. */
    checkOne: (path: string) => perform<Checked>({ type: 'check', paths: [path] }, pageSilenceMs),
    check: (paths: readonly string[]) => perform<Checked>({ type: 'check', paths }),
    list: async () => (await perform<{ paths: string[] }>({ type: 'list' })).paths,
    report: async () => (await perform<{ html: string }>({ type: 'report' })).html,
    finish: async (follows: boolean, onProgress?: OnProgress) =>
      (await perform<{ unmade: string[] }>({ type: 'finish', follows }, silenceMs, onProgress))
        .unmade,
    end,
  };
}

export type PageProcess = ReturnType<typeof startPageProcess>;

/** Pages in one question. */
const portion = 50;
/** Each process takes about 200 MB at 10,000 posts; together with the pull and the server they take 1.5 GB. */
const mostProcesses = 4;

export interface WalkOptions extends Options {
  /** Whether to use all cores. */
  isFast?: boolean;
  /** Whether sitemap and share images follow. */
  follows?: boolean;
  /** Called with what some pages became, and with the paths of those that are true. */
  onChecked?: (checked: Checked, paths: readonly string[]) => void;
  /** Called when all pages have been checked. */
  onPages?: (walked: Walked) => void;
  onProgress?: OnProgress | undefined;
}

export interface Walked {
  pages: number;
  rendered: number;
  removed: number;
  failures: readonly Failure[];
}

/** Makes all pages true, and then what follows. @returns also why what follows could not be made */
export async function walk(site: PagesSite, options: WalkOptions) {
  const { isFast = false, follows = true, onChecked, onPages, onProgress } = options;
  const first = startPageProcess(site, options);
  const processes = [first];
  try {
    const paths = await first.list();
    const portions = Array.from({ length: Math.ceil(paths.length / portion) }, (_, index) =>
      paths.slice(index * portion, (index + 1) * portion),
    );
    const count = Math.min(mostProcesses, availableParallelism(), portions.length >> 2);
    while (isFast && processes.length < count) processes.push(startPageProcess(site, options));
    const walked = { pages: 0, rendered: 0, removed: 0, failures: [] as Failure[] };
    let done = 0;
    const queue = portions.values();
    const work = async ({ check }: PageProcess) => {
      for (const some of queue) {
        const checked = await check(some);
        walked.pages += some.length - checked.gone.length;
        walked.rendered += checked.rendered;
        walked.removed += checked.gone.length;
        walked.failures.push(...checked.failures);
        onChecked?.(checked, some);
        onProgress?.('Pages', (done += some.length), paths.length);
      }
    };
    await Promise.all(processes.map(work));
    onPages?.(walked);
    const unmade = await first.finish(follows, onProgress).catch((error: unknown) => {
      // The pages are whole without what follows.
      if (options.signal?.aborted || !(error instanceof TaskError) || error.kind === 'disk')
        throw error;
      return [`Sitemap or share images: ${error.message}`];
    });
    return { ...walked, unmade };
  } finally {
    for (const { end } of processes) end();
  }
}
