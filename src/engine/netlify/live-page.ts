/** The function that answers unknown items, and the lists of a build without content. */
import { parseConfig } from '../../config.ts';
import { waitingPath } from '../../data/routes.ts';
import {
  createContentClient,
  createLiveContent,
  formatLiveAddress,
  getPictureOrigin,
  parseLiveAddress,
} from '../content/index.ts';
import type { Renderer } from '../publish/index.ts';
import { createApp } from '../serve/app.ts';
import { createFileHeaders } from '../serve/file-headers.ts';
import type { Handler } from '../serve/http.ts';
import { createAskLive } from '../serve/live-content.ts';
import { createLivePages, createRenderLive } from '../serve/live-pages.ts';
import { log } from './log.ts';

/** What a build knows and the function needs. */
export interface BuiltForLive {
  siteUrl: string;
  isPreview: boolean;
  /** HTML of the pages shown where there is no live page, by path. */
  pages: Readonly<Record<string, string>>;
}

/** @param loadRenderer loads the bundled code of the pages, which most requests do not need */
export function createLivePage(
  { siteUrl, isPreview, pages }: BuiltForLive,
  loadRenderer: () => Promise<{ renderer: Renderer }>,
): Handler {
  const { contentful } = parseConfig(process.env);
  const pictureOrigin = getPictureOrigin(contentful);
  const getPage =
    contentful &&
    createLivePages({
      ask: createAskLive({
        live: createLiveContent({
          client: createContentClient(contentful, { deadlineMs: 10_000 }),
          getNow: () => new Date(),
        }),
        log,
        now: Date.now,
      }),
      render: async (path, answers) => {
        const { renderer } = await loadRenderer();
        return createRenderLive(renderer, { siteUrl, pictureOrigin })(path, answers);
      },
      log,
      now: Date.now,
    });

  const handle = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    // The path of the request, or of the function below `/.netlify/functions`.
    const address = parseLiveAddress(pathname) ?? { list: 'blog', slug: '' };
    const robots = isPreview ? { 'x-robots-tag': 'noindex' } : {};
    const live = searchParams.has('live') ? await getPage?.(address) : null;
    if (live) return new Response(live.html, { headers: { ...live.headers, ...robots } });
    const built = address.slug === null ? formatLiveAddress(address) : waitingPath(address.list);
    const html = pages[built] ?? '';
    const file = { address: built, type: 'text/html; charset=utf-8' };
    const headers = createFileHeaders(siteUrl, pictureOrigin)(file, html);
    return new Response(html, {
      status: address.slug === null ? 200 : 404,
      headers: { ...headers, 'content-type': file.type, ...robots },
    });
  };
  return createApp({ endpoints: [{ method: 'GET', path: '*', handle }], siteUrl, log });
}
