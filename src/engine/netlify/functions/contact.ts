import type { Config } from '@netlify/functions';
import { parseConfig } from '../../config.ts';
import { routes } from '../../site.ts';
import { describeError } from '../../log.ts';
import { createContactHandler, createRateLimit, type ServedPage } from '../../serve/index.ts';
import { answer, getSiteUrl, log, type RequestContext } from '../endpoint.ts';
import { openOutbox } from '../leads.ts';

// Counts per instance; the rule in `config` counts for all instances at the edge.
const rateLimit = createRateLimit(Date.now);

/** Time to wait for the page of a refused form. */
const pageLimitMs = 5000;

/** Fetches this deploy's contact page as visitors get it. */
async function fetchContactPage(origin: string): Promise<ServedPage | null> {
  try {
    const signal = AbortSignal.timeout(pageLimitMs);
    const response = await fetch(new URL(routes.contact, origin), { signal });
    if (!response.ok) return null;
    const names = ['content-security-policy', 'permissions-policy'];
    const headers = [...response.headers].filter(([name]) => names.includes(name));
    return { html: await response.text(), headers: Object.fromEntries(headers) };
  } catch (error) {
    log({ event: 'page.failed', ...describeError(error) });
    return null;
  }
}

export default function contact(request: Request, context: RequestContext) {
  const outbox = openOutbox();
  // Netlify routes by host, so the request's origin is ours. Deploy previews have their own origins.
  const { origin } = new URL(request.url);
  const siteUrl = getSiteUrl(request, context);
  const handle = createContactHandler({
    outbox,
    inbox: parseConfig(process.env).contact.inbox,
    getContactPage: () => fetchContactPage(origin),
    rateLimit,
    getOrigins: () => [siteUrl, origin],
    onStored: () => context.waitUntil(outbox.deliver()),
    log,
  });
  return answer(request, context, { 'POST /contact': handle });
}

export const config: Config = {
  path: ['/contact', '/contact/'],
  // Without a method the function would also answer GET and hide the contact page.
  method: ['POST'],
  // A list, because Netlify silently ignores a single string, and then one flood would lock everybody
  // out.
  rateLimit: { windowLimit: 30, windowSize: 180, aggregateBy: ['ip', 'domain'] },
};
