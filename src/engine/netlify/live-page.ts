/** The function that answers unknown items, and the lists of a build without content. */
import type { Context } from '@netlify/functions';
import { failedPath, notFoundPath, waitingPath } from '../collections.ts';
import { formatLiveAddress, getCollection, parseLiveAddress } from '../content/index.ts';
import { parseConfig } from '../config.ts';
import { createAnswerHeaders, openToEditor } from '../headers/index.ts';
import type { Renderer } from '../render/index.ts';
import { createApp, createAskLive, createMakeLive, type ServedPage } from '../serve/index.ts';
import { log } from './endpoint.ts';

/** What a build knows and the function needs. */
export interface BuiltForLive {
  siteUrl: string;
  isPreview: boolean;
  /** The built pages that the function answers with where there is no live page, by path. */
  pages: Readonly<Record<string, ServedPage>>;
}

/** @param loadRenderer loads the bundled code of the pages, which most requests do not need */
export function createLivePage(
  { siteUrl, isPreview, pages }: BuiltForLive,
  loadRenderer: () => Promise<{ renderer: Renderer }>,
) {
  const { contentful } = parseConfig(process.env);
  const load = async () => (await loadRenderer()).renderer;
  const ask =
    contentful && createAskLive(createMakeLive(contentful, siteUrl, load), { log, now: Date.now });

  const handle = async (request: Request, clientAddress: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    // The path of the request, or of the function below `/.netlify/functions`.
    const address = parseLiveAddress(pathname);
    if (!address) return new Response(null, { status: 404 });
    const path = formatLiveAddress(address);
    const list = getCollection(address.collection);
    const answerBuilt = (built: string, status: number) => {
      const { html = '', headers = {} } = pages[built] ?? {};
      const isFresh = searchParams.has('live') && { 'cache-control': 'no-store' };
      return new Response(html, { status, headers: { ...headers, ...isFresh } });
    };
    // The list of a build without content says itself that it could not be loaded.
    const isList = address.slug === null;
    if (!searchParams.has('live'))
      return isList ? answerBuilt(path, 200) : answerBuilt(waitingPath(list), 404);
    try {
      const live = ask && (await ask(address, clientAddress));
      return live?.page
        ? new Response(live.page.html, { headers: live.page.headers })
        : answerBuilt(notFoundPath(list), 404);
    } catch {
      return answerBuilt(isList ? path : failedPath(list), 502);
    }
  };
  const own = { ...createAnswerHeaders(siteUrl), ...(isPreview && { 'x-robots-tag': 'noindex' }) };
  const headers = contentful?.showsDrafts ? openToEditor(own) : own;
  const app = createApp({ endpoints: { 'GET *': handle }, siteUrl, headers, log });
  return (request: Request, { ip }: Pick<Context, 'ip'>) => app(request, ip);
}
