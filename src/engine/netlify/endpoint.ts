/** What the functions share. */
import type { Context } from '@netlify/functions';
import { createLog } from '../log.ts';
import { createApp, type Endpoints } from '../serve/index.ts';

export const log = createLog((line) => console.log(line));

/** Returns the site's address. A deploy without a site answers under its own. */
export const getSiteUrl = ({ url }: Request, { site }: Pick<Context, 'site'>): string =>
  site.url ?? new URL(url).origin;

/** What a function needs of the context that Netlify gives it. */
export type RequestContext = Pick<Context, 'ip' | 'site' | 'waitUntil'>;

/** Answers a request to a function with its endpoints. */
export const answer = (
  request: Request,
  context: Pick<Context, 'ip' | 'site'>,
  endpoints: Endpoints,
) => createApp({ endpoints, siteUrl: getSiteUrl(request, context), log })(request, context.ip);
