/** Ways in which a content service can fail. Each is switched on while the service runs. */
import type { ServerResponse } from 'node:http';
import { isRecord } from '../base/schemas.ts';
import { largestAnswer, notFound, ServiceError, tokenInvalid, tooBig } from './errors.ts';

interface Behaviour {
  /** What is answered instead. */
  error?: ServiceError;
  /** Changes an answer that has items. */
  spoil?: (list: Readonly<Record<string, unknown>>, items: readonly unknown[]) => object;
  /** Sends a finished answer in another way. */
  send?: (response: ServerResponse, body: Buffer) => void;
}

const behaviours = {
  /** The port is closed. */
  refuse: {},
  /** The answer is what the service had when the faults were set, as a cache has it. */
  outdated: {},
  /** The request is accepted and never answered. */
  hang: { send: () => undefined },
  /** The answer comes one byte every 300 ms. */
  drip: {
    send: (response, body) => {
      let sent = 0;
      const timer = setInterval(() => {
        response.write(body.subarray(sent, sent + 1));
        sent += 1;
        if (sent === body.length) response.end();
      }, 300);
      response.on('close', () => clearInterval(timer));
    },
  },
  /** The connection is cut halfway through the body. */
  reset: {
    send: (response, body) => {
      response.setHeader('content-length', body.length);
      response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
    },
  },
  unauthorized: { error: tokenInvalid },
  'rate-limit': {
    error: new ServiceError(
      429,
      'RateLimitExceeded',
      'You have exceeded the rate limit of the Organization this Space belongs to by making too many API requests within a short timespan. Please wait a moment before trying the request again.',
    ),
  },
  'server-error': { error: new ServiceError(500, 'ServerError', 'Internal server error') },
  /** 200 with an HTML page instead of JSON. */
  html: {
    send: (response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>');
    },
  },
  'empty-items': { spoil: ({ sys }) => ({ sys, total: 0, skip: 0, limit: 100, items: [] }) },
  /** 200 with a list without `items`. */
  'missing-items': { spoil: ({ sys }) => ({ sys }) },
  /** A page with one item fewer than its total claims; the Sync API gives no total. */
  'short-page': {
    spoil: (list, items) => ('total' in list ? { ...list, items: items.slice(0, -1) } : list),
  },
  /** A page of the Sync API whose next page is itself. */
  'same-page': {
    spoil: ({ nextSyncUrl, ...list }) => ({ nextPageUrl: nextSyncUrl, ...list }),
  },
  /** 400: the answer is larger than the allowed 7 MB. */
  'too-big': { error: tooBig(largestAnswer + 1) },
  /** 404 for every asset file; the API itself works. */
  'no-images': { error: notFound },
} satisfies Record<string, Behaviour>;

export type FaultKind = keyof typeof behaviours;

export interface Fault {
  kind: FaultKind;
  /** Only requests whose address contains this text. */
  path?: string;
  /** Number of requests that meet the fault; all when omitted. Not for `refuse`. */
  times?: number;
}

/** Finds the fault for a request, and counts down faults that last for some requests only. */
export function takeFault(
  faults: Fault[],
  url: string,
): (Behaviour & { kind?: FaultKind }) | undefined {
  const isAsset = url.startsWith('/asset-files/');
  const fault = faults.find(
    ({ kind, path, times }) =>
      times !== 0 && (kind === 'no-images') === isAsset && url.includes(path ?? ''),
  );
  if (fault?.times !== undefined) fault.times -= 1;
  return fault && { kind: fault.kind, ...behaviours[fault.kind] };
}

export const spoilAnswer = (answer: unknown, spoil: Behaviour['spoil']): unknown =>
  spoil && isRecord(answer) && Array.isArray(answer.items) ? spoil(answer, answer.items) : answer;
