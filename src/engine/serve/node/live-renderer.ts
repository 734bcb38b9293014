import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { getSnapshotDirectory, type Config } from '../../../config.ts';
import { getPictureOrigin } from '../../content/index.ts';
import type { Answers } from '../../content/read.ts';
import { startProcess, type StartedProcess } from '../../publish/index.ts';
import { livePage, type LivePage, type PageHeaders, type RenderLive } from '../live-pages.ts';

/** What this file sends to live-process.ts. */
export interface LiveTask {
  rendererDirectory: string;
  snapshotDirectory: string;
  pages: PageHeaders;
  path: string;
  answers: Partial<Answers>;
}

const processFile = fileURLToPath(new URL('live-process.ts', import.meta.url));
/** Milliseconds for one page, the start of the process included. */
const timeLimit = 20_000;
/** Milliseconds without a page after which the process ends. */
const idleAfter = 60_000;
const memoryLimit = 400; // megabytes

/**
 * Renders pages one by one in a process of their own, so that a large entry delays no visitor of another
 * page. The process starts with the first page and ends when nobody asks for another.
 * @param getDirectory returns the folder of the bundled code, once it is there
 * @param signal aborting ends the process
 */
export function createLiveRenderer(
  config: Config,
  getDirectory: () => string | undefined,
  signal: AbortSignal,
): RenderLive {
  const { dataDirectory, contentful } = config;
  const pages = { siteUrl: config.site.url, pictureOrigin: getPictureOrigin(contentful) };
  const snapshotDirectory = getSnapshotDirectory(config);
  let last: StartedProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let rendering: Promise<unknown> = Promise.resolve();

  async function render(path: string, answers: Partial<Answers>): Promise<LivePage> {
    const rendererDirectory = getDirectory();
    if (rendererDirectory === undefined)
      throw new Error('The code of the pages is not bundled yet.');
    clearTimeout(idle);
    const current = last?.isRunning()
      ? last
      : startProcess(processFile, { dataDirectory, signal, memoryLimit });
    last = current;
    const task: LiveTask = { rendererDirectory, snapshotDirectory, pages, path, answers };
    const answer = await current.ask(task, timeLimit);
    idle = setTimeout(current.end, idleAfter).unref();
    if (!v.is(livePage, answer)) throw new Error(`${path} could not be rendered.`);
    return answer;
  }
  return (path, answers) => {
    const page = rendering.then(() => render(path, answers));
    rendering = page.catch(() => undefined);
    return page;
  };
}
