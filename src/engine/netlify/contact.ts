/** Takes what the form of a site sends, on Netlify. */
import { parseConfig } from '../config.ts';
import { describeError } from '../log.ts';
import { createContactHandler, createRateLimit, type ServedPage } from '../serve/index.ts';
import { leads } from '../site.ts';
import { answer, getSiteUrl, log, type RequestContext } from './endpoint.ts';
import { openOutbox } from './leads.ts';

/** Time to wait for the page of a refused form. */
const pageLimitMs = 5000;

/** Fetches this deploy's page with the form as visitors get it. */
async function fetchPage(url: URL): Promise<ServedPage | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(pageLimitMs) });
    if (!response.ok) return null;
    const names = ['content-security-policy', 'permissions-policy'];
    const headers = [...response.headers].filter(([name]) => names.includes(name));
    return { html: await response.text(), headers: Object.fromEntries(headers) };
  } catch (error) {
    log({ event: 'page.failed', ...describeError(error) });
    return null;
  }
}

/** Creates the function of a site that takes leads. */
export function createContact() {
  const declared = leads;
  if (!declared) throw new Error('The site declares no leads.');
  const { path } = declared;
  // Counts per instance; the rule in the function's `config` counts for all instances at the edge.
  const rateLimit = createRateLimit(Date.now);
  return (request: Request, context: RequestContext) => {
    const outbox = openOutbox();
    // Netlify routes by host, so the request's origin is ours. Deploy previews have their own origins.
    const { origin } = new URL(request.url);
    const siteUrl = getSiteUrl(request, context);
    const handle = createContactHandler({
      leads: declared,
      outbox,
      inbox: parseConfig(process.env).contact.inbox,
      getContactPage: () => fetchPage(new URL(path, origin)),
      rateLimit,
      getOrigins: () => [siteUrl, origin],
      onStored: () => context.waitUntil(outbox.deliver()),
      log,
    });
    return answer(request, context, { [`POST ${path}`]: handle });
  };
}
