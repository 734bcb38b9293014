/**
 * `POST /api/vitals`: how fast a page was for a visitor, as lines of the log. Kept are the path and the
 * figures; no address, no cookie, nothing that tells one visitor from another.
 */
import { isRecord } from '../rules/unknown.ts';
import { vitalLimits, vitalsPath } from '../rules/vitals.ts';
import type { Endpoint } from './app.ts';
import { readMediaType, readText, Refusal, refuseForeignOrigin } from './http.ts';
import type { Log, LogEntry } from './log.ts';
import { getClientKey, type RateLimit } from './rate-limit.ts';

interface VitalsOptions {
  rateLimit: RateLimit;
  /** Origins whose pages may send figures. */
  getOrigins: (request: Request) => readonly string[];
  log: Log;
}

const bodyLimit = 1024;
/** A path of this site: no query, and nothing that a log could misread. */
const pagePath = /^\/[a-z\d/-]{0,200}$/;
/** More than an hour is no loading time; in a sum of shifts no page comes near it either. */
const mostValue = 3_600_000;

function parseVitals(text: string): LogEntry[] | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(body)) return null;
  const { path, ...values } = body;
  if (typeof path !== 'string' || !pagePath.test(path)) return null;
  const limits = new Map(Object.entries(vitalLimits));
  const entries: LogEntry[] = [];
  for (const [metric, value] of Object.entries(values)) {
    const limit = limits.get(metric);
    if (!limit || typeof value !== 'number' || value < 0 || value > mostValue) return null;
    const rating =
      value <= limit.good ? 'good' : value <= limit.poor ? 'needs improvement' : 'poor';
    entries.push({ event: 'vital', path, metric, value: Math.round(value * 1000) / 1000, rating });
  }
  return entries.length > 0 ? entries : null;
}

export const createVitalsEndpoint = ({ rateLimit, getOrigins, log }: VitalsOptions): Endpoint => ({
  method: 'POST',
  path: vitalsPath,
  handle: async (request, clientAddress) => {
    refuseForeignOrigin(request, getOrigins(request));
    // What a beacon sends as text.
    if (readMediaType(request) !== 'text/plain') {
      throw new Refusal(415, 'The body must be JSON as text/plain.');
    }
    const entries = parseVitals(await readText(request, bodyLimit));
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
