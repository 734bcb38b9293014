/** Leads a request to its endpoint, by method and path. Each host has its own list of endpoints. */
import { createAnswerHeaders } from '../headers/index.ts';
import { Refusal, trimSlashes, type Handler } from './http.ts';
import { isShortage } from '../disk/index.ts';
import { describeFault, type Log } from '../base/log.ts';

/** Handlers by method and pathname pattern: `GET /api/health`. */
export type Endpoints = Readonly<Record<`${'GET' | 'POST'} ${string}`, Handler>>;

export interface AppOptions {
  endpoints: Endpoints;
  siteUrl: string;
  /** Headers of every answer; by default those that all sites send. */
  headers?: Readonly<Record<string, string>>;
  log: Log;
}

const sorry = 'Something went wrong on our side. Please try again.';

/** Joins the endpoints into one handler, which reports errors as `{ "error": "one sentence" }`. */
export function createApp({ endpoints, siteUrl, headers: own, log }: AppOptions): Handler {
  const headers = { 'cache-control': 'no-store', ...(own ?? createAnswerHeaders(siteUrl)) };
  const patterns = Object.entries(endpoints).map(([name, handle]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, handle, pattern: new URLPattern({ pathname: path }) };
  });

  const handleRequest: Handler = (request, clientAddress) => {
    const { pathname, search } = new URL(request.url);
    const path = trimSlashes(pathname);
    // A redirect to `//host` would lead to another site, and no sender of webhooks follows one.
    if (path !== pathname && !path.startsWith('//') && request.method !== 'POST') {
      return new Response(null, { status: 308, headers: { location: path + search } });
    }
    const here = patterns.filter(({ pattern }) => pattern.test({ pathname: path }));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const endpoint = here.find((candidate) => candidate.method === method);
    if (endpoint) return endpoint.handle(request, clientAddress);

    // Pages answer GET and HEAD without this handler, so at the address of one the method is wrong, and not the address.
    const isPage = !pathname.startsWith('/api/');
    if (here.length === 0 && !isPage) throw new Refusal(404, 'There is nothing at this address.');
    const allow = [...here.map((other) => other.method), ...(isPage ? ['GET', 'HEAD'] : [])];
    throw new Refusal(405, `This address only answers ${allow.join(', ')}.`, {
      allow: allow.join(', '),
    });
  };

  return async (request, clientAddress) => {
    let response: Response;
    try {
      response = await handleRequest(request, clientAddress);
    } catch (error) {
      if (!(error instanceof Refusal)) log({ event: 'request.failed', ...describeFault(error) });
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal(isShortage(error) ? 503 : 500, sorry, { 'retry-after': '10' });
      response = refusal.toResponse();
    }
    for (const [name, value] of Object.entries(headers)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };
}
