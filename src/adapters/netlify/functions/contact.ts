import type { Config, Context } from '@netlify/functions';
import { createApp } from '../../../server/app.ts';
import { createContactHandler } from '../../../server/contact/handler.ts';
import { createRateLimit } from '../../../server/rate-limit.ts';
import { log } from '../log.ts';
import { openOutbox } from '../outbox.ts';

// For this instance only; the edge counts for all of them, by the rule in `config`.
const rateLimit = createRateLimit(Date.now);

export default function contact(
  request: Request,
  context: Pick<Context, 'ip' | 'site' | 'waitUntil'>,
): Response | Promise<Response> {
  const outbox = openOutbox();
  // Netlify routes by host, so the address asked for is ours: a deploy preview has one of its own.
  const { origin } = new URL(request.url);
  const siteUrl = context.site.url ?? origin;
  const handle = createContactHandler({
    outbox,
    rateLimit,
    getOrigins: () => [siteUrl, origin],
    onStored: (id) => {
      context.waitUntil(outbox.deliver(id));
    },
    log,
  });
  const app = createApp({
    endpoints: [{ method: 'POST', path: '/contact', handle }],
    siteUrl,
    log,
  });
  return app(request, context.ip);
}

export const config: Config = {
  path: ['/contact', '/contact/'],
  // Without it the function would stand in front of the page of the same address.
  method: ['POST'],
  // As a list: a single text is silently ignored, and one flood would lock everybody out.
  rateLimit: { windowLimit: 30, windowSize: 180, aggregateBy: ['ip', 'domain'] },
};
