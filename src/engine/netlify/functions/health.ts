import { getStore } from '@netlify/blobs';
import type { Config } from '@netlify/functions';
import { describeError } from '../../log.ts';
import { createHealthHandler } from '../../serve/index.ts';
import { fetchLiveBuild, readBuildState } from '../builds.ts';
import { answer, log, type RequestContext } from '../endpoint.ts';
import { openOutbox } from '../leads.ts';

/** Time to wait for the receipt of this deploy. */
const receiptLimitMs = 5000;

export default function health(request: Request, context: RequestContext) {
  const { origin } = new URL(request.url);
  const handle = createHealthHandler(async () => {
    const live = await fetchLiveBuild(origin, receiptLimitMs, log);
    const blobs = getStore({ name: 'publish', consistency: 'strong' });
    const stored = Promise.all([readBuildState(blobs, live), openOutbox().count()]);
    const [state, leads] = await stored.catch((error: unknown) => {
      log({ event: 'storage.failed', ...describeError(error) });
      return [{ building: false, failedPulls: 0 }, null] as const;
    });
    return {
      version: live?.version ?? null,
      pulledAt: live && new Date(live.pulledAt).toISOString(),
      // Netlify keeps the files of a deploy.
      isDamaged: false,
      ...state,
      leads,
    };
  });
  return answer(request, context, { 'GET /api/health': handle });
}

export const config: Config = {
  path: '/api/health',
  method: ['GET'],
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
