/** Ways in which a content service can fail. Each is switched on while the service runs. */
import type { ServerResponse } from 'node:http';
import { ServiceError, tokenInvalid } from './errors.ts';

export type FaultKind =
  /** The port is closed. */
  | 'refuse'
  /** The request is accepted and never answered. */
  | 'hang'
  /** The answer comes one byte every 300 ms. */
  | 'drip'
  /** The connection is cut halfway through the body. */
  | 'reset'
  /** 401 */
  | 'unauthorized'
  /** 429, with `reset` as the seconds to wait. */
  | 'rate-limit'
  /** 500 */
  | 'server-error'
  /** 200 with an HTML page instead of JSON. */
  | 'html'
  /** 200 with half of the JSON; the connection itself ends properly. */
  | 'cut-json'
  /** 200 with an empty list. */
  | 'empty-items'
  /** 200 with a list without `items`. */
  | 'missing-items'
  /** A page with one item fewer than its total claims. */
  | 'short-page'
  /** 400: the answer is larger than the allowed 7 MB. */
  | 'too-big'
  /** 404 for every asset file; the API itself works. */
  | 'no-images';

export interface Fault {
  kind: FaultKind;
  /** Only requests whose address contains this text. */
  path?: string;
  /** Number of requests that meet the fault; all when omitted. Not for `refuse`. */
  times?: number;
  /** `X-Contentful-RateLimit-Reset` of `rate-limit`, in seconds; '1' when omitted. */
  reset?: string;
}

export const largestAnswer = 7_340_032;

export const tooBig = (size: number) =>
  new ServiceError(
    400,
    'BadRequest',
    `Response size too big, was: ${String(size)}B. Maximum allowed response size: ${String(largestAnswer)}B.`,
  );

/** Finds the fault for a request, and counts down faults that last for some requests only. */
export function takeFault(faults: Fault[], url: string): Fault | undefined {
  const isAsset = url.startsWith('/asset-files/');
  const fault = faults.find(
    ({ kind, path, times }) =>
      times !== 0 && (kind === 'no-images') === isAsset && url.includes(path ?? ''),
  );
  if (fault?.times !== undefined) fault.times -= 1;
  return fault;
}

/** Throws the error that replaces the answer. */
export function failRequest({ kind }: Fault): void {
  if (kind === 'unauthorized') throw tokenInvalid();
  if (kind === 'server-error') throw new ServiceError(500, 'ServerError', 'Internal server error');
  if (kind === 'rate-limit') {
    throw new ServiceError(
      429,
      'RateLimitExceeded',
      'You have exceeded the rate limit of the Organization this Space belongs to by making too many API requests within a short timespan. Please wait a moment before trying the request again.',
    );
  }
  if (kind === 'too-big') throw tooBig(largestAnswer + 1);
  if (kind === 'no-images') throw new ServiceError(404, 'NotFound', 'File not found.');
}

/** Applies the fault to a list. */
export function spoilListing(kind: FaultKind, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return answer;
  if (kind === 'empty-items')
    return { sys: { type: 'Array' }, total: 0, skip: 0, limit: 100, items: [] };
  if (kind === 'missing-items') return { sys: { type: 'Array' } };
  // The Sync API gives no total.
  if (kind === 'short-page' && 'total' in answer && Array.isArray(answer.items)) {
    return { ...answer, items: answer.items.slice(0, -1) };
  }
  return answer;
}

/** Sends a finished answer badly. Returns false when the fault is not about sending. */
export function sendBadly(kind: FaultKind, response: ServerResponse, body: Buffer): boolean {
  switch (kind) {
    case 'hang':
      return true;
    case 'drip': {
      let sent = 0;
      const timer = setInterval(() => {
        response.write(body.subarray(sent, sent + 1));
        sent += 1;
        if (sent === body.length) response.end();
      }, 300);
      response.on('close', () => {
        clearInterval(timer);
      });
      return true;
    }
    case 'reset':
      response.setHeader('content-length', body.length);
      response.write(body.subarray(0, body.length / 2), () => {
        response.socket?.destroy();
      });
      return true;
    case 'html':
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>');
      return true;
    case 'cut-json':
      response.end(body.subarray(0, body.length / 2));
      return true;
    default:
      return false;
  }
}
