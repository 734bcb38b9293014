/** The function that answers unknown items, and the lists of a build without content. */
import type { Context } from '@netlify/functions';
import { waitingPath } from '../collections.ts';
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
  /** The pages shown where there is no live page, by path. */
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
    const asked = searchParams.has('live') ? ask?.(address, clientAddress) : null;
    // The page without the query says what failed.
    const live = (await asked?.catch(() => null))?.page;
    if (live) return new Response(live.html, { headers: live.headers });
    const isList = address.slug === null;
    const built = isList
      ? formatLiveAddress(address)
      : waitingPath(getCollection(address.collection));
    const { html = '', headers = {} } = pages[built] ?? {};
    return new Response(html, { status: isList ? 200 : 404, headers });
  };
  const own = { ...createAnswerHeaders(siteUrl), ...(isPreview && { 'x-robots-tag': 'noindex' }) };
  const headers = contentful?.showsDrafts ? openToEditor(own) : own;
  const app = createApp({ endpoints: { 'GET *': handle }, siteUrl, headers, log });
  return (request: Request, { ip }: Pick<Context, 'ip'>) => app(request, ip);
}
