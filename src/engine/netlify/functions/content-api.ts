import { getStore } from '@netlify/blobs';
import type { Config } from '@netlify/functions';
import { parseConfig } from '../../config.ts';
import { createAskLive, createContentApi, createMakeLive } from '../../serve/index.ts';
import { addressStore, readLastBlobPaths } from '../addresses.ts';
import { answer, log, type RequestContext } from '../endpoint.ts';

const { contentful, site } = parseConfig(process.env);

// Shared by all requests of a warm instance, so that a crowd causes one request to the content service.
const endpoints = contentful
  ? createContentApi(
      createAskLive(
        createMakeLive(contentful, site.url, null, () =>
          readLastBlobPaths(getStore(addressStore), contentful),
        ),
        { log, now: Date.now },
      ),
    )
  : {};

export default function contentApi(request: Request, context: RequestContext) {
  return answer(request, context, endpoints);
}

export const config: Config = {
  // Literals only: Netlify reads this object without running the file. The collections are those of the site.
  path: '/api/*',
  excludedPath: ['/api/health', '/api/webhooks/*'],
  method: ['GET'],
};
