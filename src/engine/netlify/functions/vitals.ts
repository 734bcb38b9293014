import type { Config, Context } from '@netlify/functions';
import { parseConfig } from '../../../config.ts';
import { createApp } from '../../serve/app.ts';
import { createRateLimit } from '../../serve/rate-limit.ts';
import { createVitalsEndpoint } from '../../serve/vitals.ts';
import { log } from '../log.ts';

const isOn = parseConfig(process.env).vitals;
// Counts per instance; the rule in `config` counts for all instances at the edge.
const rateLimit = createRateLimit(Date.now);

export default function vitals(
  request: Request,
  context: Pick<Context, 'ip' | 'site'>,
): Response | Promise<Response> {
  const { origin } = new URL(request.url);
  const siteUrl = context.site.url ?? origin;
  const endpoint = createVitalsEndpoint({ rateLimit, getOrigins: () => [siteUrl, origin], log });
  return createApp({ endpoints: isOn ? [endpoint] : [], siteUrl, log })(request, context.ip);
}

export const config: Config = {
  path: '/api/vitals',
  method: ['POST'],
  rateLimit: { windowLimit: 30, windowSize: 180, aggregateBy: ['ip', 'domain'] },
};
