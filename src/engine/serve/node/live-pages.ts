/** Makes live content in a process of its own, and answers requests such as `/blog/{slug}?live` with it. */
import { fileURLToPath } from 'node:url';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { getSnapshotDirectory, type Config } from '../../../config.ts';
import {
  ContentServiceError,
  formatLiveAddress,
  parseLiveAddress,
  type ContentfulAccount,
  type LiveAddress,
} from '../../content/index.ts';
import { startProcess, type StartedProcess } from '../../publish/index.ts';
import { isRecord } from '../../unknown.ts';
import type { AskLive, LiveAnswer, MakeLive } from '../live.ts';
import type { Pages } from './pages.ts';

export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  clientAddress: string,
) => void | Promise<void>;

/** What this file sends to live-process.ts. */
export interface LiveTask {
  account: ContentfulAccount;
  siteUrl: string;
  /** null while the code of the pages is not bundled yet. */
  rendererDirectory: string | null;
  snapshotDirectory: string;
  address: Parameters<MakeLive>[0];
}

/** What live-process.ts answers. */
export interface LiveResult {
  answer: LiveAnswer | null;
  failure: { isService: boolean; error: string } | null;
}

const processFile = fileURLToPath(new URL('live-process.ts', import.meta.url));
/** Milliseconds for one answer, the start of the process included. */
const timeLimit = 20_000;
/** Milliseconds without a question after which the process ends. */
const idleAfter = 60_000;
const memoryLimit = 400; // megabytes

const resultSchema = v.custom<LiveResult>(isRecord);

/**
 * Makes answers and the content report in a process of their own, so that a large entry delays no visitor
 * of a page. The process starts with the first question and ends when nobody asks for another.
 * @param getDirectory returns the folder of the bundled code, once it is there
 * @param signal aborting ends the process
 */
export function createLiveProcess(
  config: Pick<Config, 'dataDirectory' | 'site'> & { contentful: ContentfulAccount },
  getDirectory: () => string | undefined,
  signal: AbortSignal,
): MakeLive {
  const { dataDirectory, contentful: account, site } = config;
  const snapshotDirectory = getSnapshotDirectory(config);
  let last: StartedProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  return async (address) => {
    clearTimeout(idle);
    last = last?.isRunning()
      ? last
      : startProcess(processFile, { dataDirectory, signal, memoryLimit });
    idle = setTimeout(last.end, idleAfter).unref();
    const result = await last.ask(
      {
        account,
        siteUrl: site.url,
        rendererDirectory: getDirectory() ?? null,
        snapshotDirectory,
        address,
      } satisfies LiveTask,
      timeLimit,
    );
    if (!v.is(resultSchema, result))
      throw new Error('The process of live content ended without an answer.');
    const { answer, failure } = result;
    if (failure === null) return answer;
    throw failure.isService
      ? new ContentServiceError(failure.error)
      : Object.assign(new Error(), { name: failure.error });
  };
}

/** Parses `/blog/{slug}?live` and the like; null for any other address. */
function parseLiveRequest(url: string): LiveAddress | null {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined || !new URLSearchParams(query).has('live')) return null;
  const address = parseLiveAddress(path);
  return address && formatLiveAddress(address) === path ? address : null;
}

/** Answers a request for content newer than the release with its page, and every other request with `pages`. */
export function createLiveRequests(
  ask: AskLive,
  pages: Pick<Pages, 'handle' | 'isBuilt'>,
): PageHandler {
  return async (request, response, clientAddress) => {
    const address = parseLiveRequest(request.url ?? '');
    const isNewer = address !== null && !(await pages.isBuilt(address));
    // When that fails, the page without the query says so.
    const live = isNewer ? await ask(address, clientAddress).catch(() => null) : null;
    if (!live?.page) {
      pages.handle(request, response);
      return;
    }
    const { html, headers } = live.page;
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(html) });
    response.end(request.method === 'HEAD' ? undefined : html);
  };
}
