import type { Config, Context } from '@netlify/functions';
import { parseConfig } from '../../../config.ts';
import { createContentClient, createLiveContent } from '../../content/index.ts';
import { createApp } from '../../serve/app.ts';
import { createContentApi } from '../../serve/content-api.ts';
import { createAskLive } from '../../serve/live-content.ts';
import { log } from '../log.ts';

const { contentful } = parseConfig(process.env);

// Shared by all requests of a warm instance, so that a crowd causes one request to the content service.
const endpoints = contentful
  ? createContentApi(
      createAskLive({
        live: createLiveContent({
          client: createContentClient(contentful, { deadlineMs: 10_000 }),
          getNow: () => new Date(),
        }),
        log,
        now: Date.now,
      }),
    )
  : [];

export default function contentApi(
  request: Request,
  context: Pick<Context, 'ip' | 'site'>,
): Response | Promise<Response> {
  const siteUrl = context.site.url ?? new URL(request.url).origin;
  return createApp({ endpoints, siteUrl, log })(request, context.ip);
}

export const config: Config = {
  path: ['/api/blog', '/api/blog/:slug', '/api/resources', '/api/resources/:slug'],
  method: ['GET'],
};
