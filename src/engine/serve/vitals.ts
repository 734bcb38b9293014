/**
 * `POST /api/vitals` logs how fast a page was for a visitor: the path and the figures only. No address
 * and no cookie, so that nobody can recognize a visitor.
 */
import * as v from 'valibot';
import { parseJson } from '../schemas.ts';
import { vitalLimits, vitalsPath, type VitalName } from '../../rules/vitals.ts';
import type { Endpoint } from './app.ts';
import { createBodyReader, readMediaType, Refusal, refuseForeignOrigin } from './http.ts';
import type { Log, LogEntry } from '../log.ts';
import { getClientKey, type RateLimit } from './rate-limit.ts';

interface VitalsOptions {
  rateLimit: RateLimit;
  /** Origins whose pages may send figures. */
  getOrigins: (request: Request) => readonly string[];
  log: Log;
}

const bodyLimits = { limit: 1024, together: 4 * 1024 * 1024 };
/**
 * Figures above an hour in milliseconds are not loading times; no sum of layout shifts comes near this
 * limit either.
 */
const figure = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)));
const vitalsSchema = v.strictObject({
  /** A path of this site: without a query or characters that could break a log line. */
  path: v.pipe(v.string(), v.regex(/^\/[a-z\d/-]{0,200}$/)),
  LCP: figure,
  CLS: figure,
  INP: figure,
  TTFB: figure,
} satisfies Record<VitalName | 'path', v.GenericSchema>);

function parseVitals(text: string): LogEntry[] | null {
  const vitals = parseJson(vitalsSchema, text);
  if (!vitals) return null;
  const { path, ...figures } = vitals;
  const limits = new Map(Object.entries(vitalLimits));
  const entries = Object.entries(figures).flatMap(([metric, value]): LogEntry[] => {
    const limit = limits.get(metric);
    if (!limit || value === undefined) return [];
    const rating =
      value <= limit.good ? 'good' : value <= limit.poor ? 'needs improvement' : 'poor';
    return [{ event: 'vital', path, metric, value: Math.round(value * 1000) / 1000, rating }];
  });
  return entries.length > 0 ? entries : null;
}

const readBody = createBodyReader(bodyLimits);

export const createVitalsEndpoint = ({ rateLimit, getOrigins, log }: VitalsOptions): Endpoint => ({
  method: 'POST',
  path: vitalsPath,
  handle: async (request, clientAddress) => {
    refuseForeignOrigin(request, getOrigins(request));
    // `navigator.sendBeacon` sends a string as text/plain.
    if (readMediaType(request) !== 'text/plain') {
      throw new Refusal(415, 'The body must be JSON as text/plain.');
    }
    const entries = parseVitals(await readBody(request));
    if (!entries) throw new Refusal(422, 'The body must name a path and its figures.');
    const client = getClientKey(clientAddress);
    if (!rateLimit.take(client)) {
      throw new Refusal(429, 'Too many figures came from your address.', {
        'retry-after': String(rateLimit.getWait(client)),
      });
    }
    for (const entry of entries) log(entry);
    return new Response(null, { status: 204 });
  },
});
