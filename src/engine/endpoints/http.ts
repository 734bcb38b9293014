/**
 * HTTP on both hosts: leads a request to its endpoint, by method and path. For the endpoints: refusals in one sentence,
 * bodies with a size limit, origin checks.
 */
import { createAnswerHeaders } from '../headers/index.ts';
import { isShortage } from '../disk/index.ts';
import { describeFault, type Log } from '../base/log.ts';

/** Answers one request. `clientAddress` is the visitor's IP address. */
export type Handler = (request: Request, clientAddress: string) => Response | Promise<Response>;

/** A page with its response headers. */
export interface ServedPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

/** An error that becomes an HTTP status with one sentence for a person. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What the answer in JSON says beside the sentence. */
  readonly details: object;

  constructor(
    status: number,
    sentence: string,
    headers: Readonly<Record<string, string>> = {},
    details = {},
  ) {
    super(sentence);
    this.status = status;
    this.headers = headers;
    this.details = details;
  }

  toResponse(): Response {
    const { message, status, headers, details } = this;
    return Response.json({ error: message, ...details }, { status, headers });
  }
}

/** Removes slashes at the end of a path. A loop, because a pattern takes quadratic time on long paths. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** Returns the media type of a body. Refuses bodies that are compressed; the reader refuses those that are not UTF-8. */
export function readMediaType({ headers }: Request): string {
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new Refusal(415, 'The body must not be compressed.');
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

interface BodyLimits {
  /** Bytes of one body at most. */
  limit: number;
  /** Bytes of all bodies that are being read at once, at most. */
  together: number;
  /** The same for one client; without it, one may take all. */
  ofOneClient?: number;
  /** Says that a body is longer than the limit. */
  tooLong?: string;
}

/** Creates a reader of bodies, which rejects with a {@link Refusal}: senders must not fill the memory. */
export function createBodyReader({
  limit,
  together,
  ofOneClient = together,
  tooLong = `The body must not be longer than ${limit} bytes.`,
}: BodyLimits) {
  let buffered = 0;
  const shares = new Map<string, number>();
  const countBytes = (client: string, bytes: number): number => {
    buffered += bytes;
    const share = (shares.get(client) ?? 0) + bytes;
    shares.set(client, share);
    if (share === 0) shares.delete(client);
    return share;
  };
  return async (body: AsyncIterable<Uint8Array>, client: string): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of body) {
        length += chunk.byteLength;
        const share = countBytes(client, chunk.byteLength);
        if (length > limit) throw new Refusal(413, tooLong);
        if (buffered > together || share > ofOneClient)
          throw new Refusal(
            503,
            'Too many messages are arriving at once. Please try again in a minute.',
            { 'retry-after': '30' },
          );
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } finally {
      countBytes(client, -length);
    }
  };
}

/** Creates a reader of bodies that are UTF-8 text. */
export function createTextReader(limits: BodyLimits) {
  const readBody = createBodyReader(limits);
  return async ({ body }: Request, client: string): Promise<string> => {
    if (!body) return '';
    try {
      // The answer to a body that is too long comes before its rest was read.
      const bytes = await readBody(body.values({ preventCancel: true }), client);
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // The client broke off or was too slow, or the bytes are not UTF-8.
      throw new Refusal(400, 'The body is not complete UTF-8 text.');
    }
  };
}

/** Whether an origin is ours: the site's, or what was asked, because no page can forge `Host`. */
export function isOwnOrigin(
  origin: string,
  { url }: Pick<Request, 'url'>,
  siteUrl: string,
): boolean {
  return origin === siteUrl || URL.parse(origin)?.host === new URL(url).host;
}

/** Refuses requests from pages of other sites. One without `Origin` comes from no page, or from an old browser. */
export function refuseForeignOrigin(request: Request, siteUrl: string): void {
  const origin = request.headers.get('origin');
  if (
    request.headers.get('sec-fetch-site') === 'cross-site' ||
    (origin !== null && !isOwnOrigin(origin, request, siteUrl))
  ) {
    throw new Refusal(403, 'This form can only be sent from our own pages.');
  }
}

/** Handlers by method and path: `GET /api/health`. */
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
  const named = Object.entries(endpoints).map(([name, handle]) => {
    const [method = '', path] = name.split(' ');
    return { method, path, handle };
  });

  const handleRequest: Handler = (request, clientAddress) => {
    const { pathname, search } = new URL(request.url);
    const path = trimSlashes(pathname);
    // A redirect to `//host` would lead to another site, and no sender of webhooks follows one.
    if (path !== pathname && !path.startsWith('//') && request.method !== 'POST') {
      return new Response(null, { status: 308, headers: { location: path + search } });
    }
    const here = named.filter((one) => one.path === path);
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
