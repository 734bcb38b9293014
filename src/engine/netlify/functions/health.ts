import { getStore } from '@netlify/blobs';
import type { Config, Context } from '@netlify/functions';
import { createHealthHandler, type Health } from '../../serve/index.ts';
import { fetchLiveBuild, readBuildState } from '../builds.ts';
import { answer, log } from '../endpoint.ts';
import { openLeads } from '../leads.ts';

/** Milliseconds to wait for the receipt of this deploy. */
const limit = 5000;

/** Counts the leads that were not mailed yet. Reads only the first, which came within ten minutes of the oldest. */
async function countLeads(): Promise<Health['leads']> {
  const leads = openLeads();
  const [waiting, failed] = await Promise.all([leads.list('waiting'), leads.list('failed')]);
  const oldest = waiting[0] === undefined ? null : await leads.read(waiting[0], 'waiting');
  const longestWait = oldest ? Math.max(0, Date.now() - Date.parse(oldest.receivedAt)) : 0;
  return { waiting: waiting.length, failed: failed.length, longestWait };
}

export default function health(
  request: Request,
  context: Pick<Context, 'ip' | 'site'>,
): Response | Promise<Response> {
  const { origin } = new URL(request.url);
  const handle = createHealthHandler(async () => {
    const live = await fetchLiveBuild(origin, limit, log);
    const blobs = getStore({ name: 'publish', consistency: 'strong' });
    return {
      release: live?.release ?? null,
      builtAt: live && new Date(live.builtAt).toISOString(),
      // Netlify keeps the files of a deploy.
      isDamaged: false,
      ...(await readBuildState(blobs, live)),
      leads: await countLeads(),
    };
  });
  return answer(request, context, [{ method: 'GET', path: '/api/health', handle }]);
}

export const config: Config = {
  path: '/api/health',
  method: ['GET'],
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
