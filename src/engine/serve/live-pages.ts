/** Pages of content newer than the build, made by the renderer that makes the built pages. */
import * as v from 'valibot';
import { formatLiveAddress, type LiveAddress } from '../content/index.ts';
import type { Answers } from '../content/read.ts';
import { describeError, type Log } from '../log.ts';
import type { Renderer } from '../publish/index.ts';
import { createFileHeaders } from './file-headers.ts';
import { Refusal } from './http.ts';
import { createSharedAnswers, type AskLive } from './live-content.ts';

export const livePage = v.object({ html: v.string(), headers: v.record(v.string(), v.string()) });
export type LivePage = v.InferOutput<typeof livePage>;

export type RenderLive = (path: string, answers: Partial<Answers>) => Promise<LivePage>;

/** What the headers of a page depend on, beside the page. */
export interface PageHeaders {
  siteUrl: string;
  pictureOrigin: string | null;
}

/** Renders pages in this thread. */
export const createRenderLive =
  (renderer: Pick<Renderer, 'renderWith'>, { siteUrl, pictureOrigin }: PageHeaders): RenderLive =>
  async (path, answers) => {
    const { status, content } = await renderer.renderWith(path, answers);
    if (status !== 200) throw new Error(`${path} was rendered with status ${status}.`);
    const html = content.toString();
    const getHeaders = createFileHeaders(siteUrl, pictureOrigin);
    return {
      html,
      headers: {
        ...getHeaders({ address: path, type: 'text/html' }, html),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      },
    };
  };

interface LivePagesOptions {
  ask: AskLive;
  render: RenderLive;
  log: Log;
  now: () => number;
}

/**
 * Creates a function that makes the page of live content, once for a crowd of visitors. It resolves to null
 * when there is no such content or the page cannot be made.
 */
export function createLivePages({ ask, render, log, now }: LivePagesOptions) {
  const share = createSharedAnswers<LivePage | null>(now);
  return async (address: LiveAddress): Promise<LivePage | null> => {
    const path = formatLiveAddress(address);
    try {
      return await share(path, async () => {
        const found = await ask(address);
        return found && (await render(path, found.answers));
      });
    } catch (error) {
      if (!(error instanceof Refusal)) log({ event: 'page.failed', ...describeError(error) });
      return null;
    }
  };
}
