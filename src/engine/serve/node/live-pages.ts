/** Answers requests for content newer than the release, such as `/blog/{slug}?live`, with its page. */
import { fileURLToPath } from 'node:url';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { getSnapshotDirectory, type Config } from '../../../config.ts';
import { formatLiveAddress, parseLiveAddress, type LiveAddress } from '../../content/index.ts';
import type { Answers } from '../../content/read.ts';
import { startProcess, type StartedProcess } from '../../publish/index.ts';
import type { createLivePages } from '../live.ts';

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What this file sends to live-process.ts. */
export interface LiveTask {
  rendererDirectory: string;
  snapshotDirectory: string;
  path: string;
  answers: Partial<Answers>;
}

const processFile = fileURLToPath(new URL('live-process.ts', import.meta.url));
/** Milliseconds for one page, the start of the process included. */
const timeLimit = 20_000;
/** Milliseconds without a page after which the process ends. */
const idleAfter = 60_000;
const memoryLimit = 400; // megabytes

const renderedSchema = v.object({ html: v.string() });

/**
 * Creates a function that renders pages one by one in a process of their own, so that a large entry delays
 * no visitor of another page. The process starts with the first page and ends when nobody asks for another.
 * @param getDirectory returns the folder of the bundled code, once it is there
 * @param signal aborting ends the process
 */
export function createLiveRenderer(
  config: Config,
  getDirectory: () => string | undefined,
  signal: AbortSignal,
) {
  const { dataDirectory } = config;
  const snapshotDirectory = getSnapshotDirectory(config);
  let last: StartedProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let rendering: Promise<unknown> = Promise.resolve();

  async function render(path: string, answers: Partial<Answers>): Promise<string> {
    const rendererDirectory = getDirectory();
    if (rendererDirectory === undefined)
      throw new Error('The code of the pages is not bundled yet.');
    clearTimeout(idle);
    const current = last?.isRunning()
      ? last
      : startProcess(processFile, { dataDirectory, signal, memoryLimit });
    last = current;
    const task: LiveTask = { rendererDirectory, snapshotDirectory, path, answers };
    const rendered = await current.ask(task, timeLimit);
    idle = setTimeout(current.end, idleAfter).unref();
    if (!v.is(renderedSchema, rendered)) throw new Error(`${path} could not be rendered.`);
    return rendered.html;
  }
  return (path: string, answers: Partial<Answers>): Promise<string> => {
    const page = rendering.then(() => render(path, answers));
    rendering = page.catch(() => undefined);
    return page;
  };
}

/** Parses `/blog/{slug}?live` and the like; null for any other address. */
function parseLiveRequest(url: string): LiveAddress | null {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined || !new URLSearchParams(query).has('live')) return null;
  const address = parseLiveAddress(path);
  return address && formatLiveAddress(address) === path ? address : null;
}

interface LiveRequestsOptions {
  getPage: ReturnType<typeof createLivePages>;
  /** Whether the release shows the content of an address. */
  isBuilt: (address: LiveAddress) => boolean;
  /** Answers every other request. */
  otherwise: PageHandler;
}

/** Answers a request for content newer than the release with its page. */
export const createLiveRequests =
  ({ getPage, isBuilt, otherwise }: LiveRequestsOptions): PageHandler =>
  (request, response) => {
    const address = parseLiveRequest(request.url ?? '');
    if (!address || isBuilt(address)) {
      otherwise(request, response);
      return;
    }
    void getPage(address).then((page) => {
      if (!page) {
        otherwise(request, response);
        return;
      }
      response.writeHead(200, {
        ...page.headers,
        'content-length': Buffer.byteLength(page.html),
      });
      response.end(request.method === 'HEAD' ? undefined : page.html);
    });
  };
