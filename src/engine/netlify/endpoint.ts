/** What the functions share. */
import type { Context } from '@netlify/functions';
import { createLog, describeError } from '../base/log.ts';
import { createApp, type Endpoints, type ServedPage } from '../endpoints/index.ts';

export const log = createLog((line) => console.log(line));

/** Returns the site's address. A deploy without a site answers under its own. */
export const getSiteUrl = ({ url }: Request, { site }: Pick<Context, 'site'>): string =>
  site.url ?? new URL(url).origin;

/** What a function needs of the context that Netlify gives it. */
export type RequestContext = Pick<Context, 'ip' | 'site' | 'waitUntil'>;

/** Answers a request to a function with its endpoints. */
export const answerRequest = (
  request: Request,
  context: Pick<Context, 'ip' | 'site'>,
  endpoints: Endpoints,
) => createApp({ endpoints, siteUrl: getSiteUrl(request, context), log })(request, context.ip);

/** Time to wait for a page of the build. */
const pageLimitMs = 5000;

/** Fetches a page of this deploy as visitors get it. */
export async function fetchBuiltPage(url: URL): Promise<ServedPage | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(pageLimitMs) });
    if (!response.ok) return null;
    const names = ['content-security-policy', 'permissions-policy'];
    const headers = [...response.headers].filter(([name]) => names.includes(name));
    return { html: await response.text(), headers: Object.fromEntries(headers) };
  } catch (error) {
    log({ event: 'page.failed', ...describeError(error) });
    return null;
  }
}
