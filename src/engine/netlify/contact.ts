/** Takes what the form of a site sends, on Netlify. */
import { parseConfig } from '../config.ts';
import { createContactHandler, createRateLimit } from '../endpoints/index.ts';
import { leads } from '../site.ts';
import { answerRequest, fetchBuiltPage, getSiteUrl, log, type RequestContext } from './endpoint.ts';
import { openOutbox } from './leads.ts';

/** Creates the function of a site that takes leads. */
export function createContact() {
  const declared = leads;
  if (!declared) throw new Error('The site declares no leads.');
  const { path } = declared;
  // Counts per instance; the rule in the function's `config` counts for all instances at the edge.
  const rateLimit = createRateLimit(Date.now);
  return (request: Request, context: RequestContext) => {
    const outbox = openOutbox();
    const handle = createContactHandler({
      leads: declared,
      outbox,
      inbox: parseConfig(process.env).contact.inbox,
      getContactPage: () => fetchBuiltPage(new URL(path, request.url)),
      rateLimit,
      siteUrl: getSiteUrl(request, context),
      onStored: () => context.waitUntil(outbox.deliver()),
      log,
    });
    return answerRequest(request, context, { [`POST ${path}`]: handle });
  };
}
