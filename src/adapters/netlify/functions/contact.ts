import type { Config, Context } from '@netlify/functions';
import { parseConfig } from '../../../config.ts';
import { routes } from '../../../data/routes.ts';
import { createApp } from '../../../server/app.ts';
import { createContactHandler } from '../../../server/contact/handler.ts';
import type { ContactPage } from '../../../server/contact/form-page.ts';
import { createFileHeaders } from '../../../server/file-headers.ts';
import { describeError } from '../../../server/log.ts';
import { createRateLimit } from '../../../server/rate-limit.ts';
import { log } from '../log.ts';
import { openOutbox } from '../outbox.ts';

// For this instance only; the edge counts for all of them, by the rule in `config`.
const rateLimit = createRateLimit(Date.now);

/** Milliseconds that the page of a refused form may take. */
const pageLimit = 5000;

/** The contact page of this deploy, as its visitors get it. */
async function fetchContactPage(origin: string, siteUrl: string): Promise<ContactPage | null> {
  try {
    const signal = AbortSignal.timeout(pageLimit);
    const response = await fetch(new URL(routes.contact, origin), { signal });
    if (!response.ok) return null;
    const html = await response.text();
    const page = { address: routes.contact, type: 'text/html' };
    return { html, headers: createFileHeaders(siteUrl, null)(page, html) };
  } catch (error) {
    log({ event: 'page.failed', ...describeError(error) });
    return null;
  }
}

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
    inbox: parseConfig(process.env).contact.inbox,
    getContactPage: () => fetchContactPage(origin, siteUrl),
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
