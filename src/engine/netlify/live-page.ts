/** The function that answers unknown items, and the lists of a build without content. */
import type { Context } from '@netlify/functions';
import { failedPath, notFoundPath, waitingPath } from '../collections.ts';
import { formatLiveAddress, getCollectionWithPages, parseLiveAddress } from '../content/index.ts';
import { parseConfig } from '../config.ts';
import { createAnswerHeaders, openToEditor, unstoredPage } from '../headers/index.ts';
import { describeError, OwnError } from '../log.ts';
import type { Renderer } from '../render/index.ts';
import { createApp, type ServedPage } from '../serve/index.ts';
import { openAddressStore, readLastBlobPaths } from './addresses.ts';
import { createAskLive, createMakeLive } from './ask-live.ts';
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
  const config = parseConfig(process.env);
  const { contentful } = config;
  const ask =
    contentful &&
    createAskLive(
      createMakeLive({
        account: contentful,
        siteUrl,
        loadRenderer: async () => (await loadRenderer()).renderer,
        getLastPaths: () => {
          const blobs = openAddressStore(config);
          return blobs ? readLastBlobPaths(blobs, contentful) : Promise.resolve(new Map());
        },
      }),
    );

  const handle = async (request: Request, clientAddress: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    // The path of the request, or of the function below `/.netlify/functions`.
    const address = parseLiveAddress(pathname);
    if (!address) return new Response(null, { status: 404 });
    const path = formatLiveAddress(address);
    const collection = getCollectionWithPages(address.collection);
    const isList = address.slug === null;
    const answerBuilt = (built: string, status: number) => {
      const { html = '', headers = {} } = pages[built] ?? {};
      return new Response(html, { status, headers: { ...headers, ...unstoredPage } });
    };
    if (!searchParams.has('live'))
      return isList ? answerBuilt(path, 200) : answerBuilt(waitingPath(collection), 404);
    try {
      const live = ask && (await ask(address, clientAddress));
      return live
        ? new Response(live.html, { headers: live.headers })
        : answerBuilt(notFoundPath(collection), 404);
    } catch (error) {
      const event = error instanceof OwnError ? 'content.failed' : 'page.failed';
      log({ event, ...describeError(error) });
      // The list of a build without content says itself that it could not be loaded.
      return answerBuilt(isList ? path : failedPath(collection), 502);
    }
  };
  const own = { ...createAnswerHeaders(siteUrl), ...(isPreview && { 'x-robots-tag': 'noindex' }) };
  const headers = contentful?.showsDrafts ? openToEditor(own) : own;
  const app = createApp({ endpoints: { 'GET *': handle }, siteUrl, headers, log });
  return (request: Request, { ip }: Pick<Context, 'ip'>) => app(request, ip);
}
