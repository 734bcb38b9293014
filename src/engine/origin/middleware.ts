/** Says what is at an address, on both hosts: a page, a past address, a redirect, an item that no event told of, or nothing. */
import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { host } from 'virtual:contentful-site/host';
import { failedPath, isForOthers, notFoundPath, waitingPath } from '../declare/collections.ts';
import { isListAddress } from '../addresses/index.ts';
import { findSlugProblem, getCollectionWithPages, parseItemAddress } from '../content/index.ts';
import { getSubject, type Read } from '../content/read.ts';
import { isShortage } from '../disk/index.ts';
import {
  describeFile,
  pageCaching,
  permissionsPolicy,
  unstoredPage,
  type HeaderFields,
} from '../headers/index.ts';
import { describeFault } from '../base/log.ts';
import { findRedirect } from '../addresses/redirects.ts';
import { tidyPath } from '../base/text.ts';
import { UnreadError, type Next } from './host.ts';
import { faultHeader } from './protocol.ts';
import { toPagePolicy } from './policy.ts';

/** Until the tag of the content is purged, whose version is in it. */
const cachedSeconds = 31_536_000;
/** Time that a visitor waits for the content service: at the address of an item, and where the waiting page asks for the item. */
const patienceMs = { page: 2000, live: 10_000 } as const;

/** A route that shows content: its addresses without an entry have no page. */
const showsContent = (pattern: string) =>
  pattern.includes('[') && getSubject(pattern.replace(/\[[^\]]+\]/g, '1')) !== null;

async function hasContent(path: string, read: Read): Promise<boolean> {
  const subject = getSubject(path);
  if (subject?.type === 'item') return read({ ...subject, type: 'has-item' });
  return subject !== null && (await read(subject)) !== null;
}

/** Whether a page says that nothing is at an address: Astro's page for it, or an answer without a body (https://docs.astro.build/en/reference/errors/only-response-can-be-returned/). */
const isUnknown = ({ status, body }: Response, routePattern: string, path: string) =>
  status === 404 && (body === null || (routePattern === '/404' && path !== '/404'));

const isUnstored = ({ headers }: Response) =>
  /\b(?:no-store|private)\b/.test(headers.get('cache-control') ?? '');

function withHeaders(page: Response, more: HeaderFields, status = page.status): Response {
  const headers = new Headers(page.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(page.body, { status, headers });
}

const show = async (page: Promise<Response>, status: number) =>
  withHeaders(await page, unstoredPage, status);

const redirectTo = (status: number, location: string) =>
  new Response(null, { status, headers: { location } });

/** Answers from content of one version. */
async function answerFrom(
  context: APIContext,
  next: Next,
  read: Read,
  version: string,
): Promise<Response | null> {
  const { routePattern } = context;
  const path = decodeURI(context.url.pathname);
  const isMissing = showsContent(routePattern)
    ? !(await hasContent(path, read))
    : (path.endsWith('.html') && !routePattern.endsWith('.html')) || isForOthers(path);
  // Before the page, which may say something else.
  if (!isMissing && version !== '') context.cache.set({ maxAge: cachedSeconds, tags: [version] });
  const page = isMissing ? null : await next();
  if (page && !isUnknown(page, routePattern, path)) {
    if (version === '') return withHeaders(page, unstoredPage);
    if (page.status >= 500 || isUnstored(page)) context.cache.set(false);
    // Nobody can add headers to what `Response.redirect` or `fetch` returns.
    return new Response(page.body, page);
  }
  context.cache.set(false);
  const tidy = tidyPath(path);
  if (tidy !== path && (host.isCodePage(tidy) || (await hasContent(tidy, read))))
    return redirectTo(301, encodeURI(tidy));
  const moved = findRedirect(path);
  if (moved) return redirectTo(moved.status, moved.to);
  const past = isListAddress(path) ? await host.findPast(path, read) : null;
  if (past?.status === 301) return redirectTo(301, past.to);
  const item = parseItemAddress(path);
  const missingPath = item ? notFoundPath(getCollectionWithPages(item.collection)) : '/404';
  if (past) return show(next(missingPath), 410);
  return item ? null : show(next('/404'), 404);
}

/** Answers at the address of an item that the site lacks: the content service may have it. */
async function answerNew(context: APIContext, next: Next): Promise<Response> {
  const { url } = context;
  const item = parseItemAddress(decodeURI(url.pathname));
  const showPage = (path: string, status = 404) => show(host.getPage(context, path, next), status);
  if (!item) return showPage('/404');
  const collection = getCollectionWithPages(item.collection);
  const showMissing = () => showPage(notFoundPath(collection));
  if (findSlugProblem(item.slug) !== null) return showMissing();
  const isLive = url.searchParams.has('live');
  const showFailed = () => showPage(failedPath(collection), isLive ? 502 : 404);
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, patienceMs[isLive ? 'live' : 'page'], null);
  try {
    const answerFromNew = await Promise.race([host.look(context, item), late]);
    if (!answerFromNew) return await (isLive ? showFailed() : showPage(waitingPath(collection)));
    const answer = await answerFromNew((...content) => answerFrom(context, next, ...content));
    return answer ?? (await showMissing());
  } catch (error) {
    if (error instanceof UnreadError) return await showFailed();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const decoder = new TextDecoder();

/** Gives a page the headers that all pages have, unless the site has set its own. */
async function addHeaders(
  response: Response,
  routePattern: string,
  caching = pageCaching,
): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const bytes = await response.arrayBuffer();
  const headers = new Headers({ ...caching, 'permissions-policy': permissionsPolicy });
  for (const [name, value] of response.headers) headers.set(name, value);
  const policy = headers.get('content-security-policy');
  if (policy !== null)
    headers.set(
      'content-security-policy',
      toPagePolicy(policy, decoder.decode(bytes), routePattern),
    );
  const { status, statusText } = response;
  return new Response(bytes, { status, statusText, headers });
}

export const onRequest = defineMiddleware(async (context, next) => {
  const { isPrerendered, routePattern, url } = context;
  if (isPrerendered) {
    // Astro names the file here, /about.html, and not the address that the page has on the hosts.
    url.pathname = describeFile(url.pathname.slice(1)).address;
    return addHeaders(await next(), routePattern);
  }
  try {
    const isPerVisitor = host.isPerVisitor(url.pathname);
    const answer = await host.answerKnown(context, (...content) =>
      isPerVisitor ? next() : answerFrom(context, next, ...content),
    );
    return await addHeaders(
      answer ?? (await answerNew(context, next)),
      routePattern,
      isPerVisitor ? unstoredPage : pageCaching,
    );
  } catch (error) {
    const { error: fault } = describeFault(
      error instanceof Error && error.cause instanceof Error ? error.cause : error,
    );
    // The front logs the fault: Astro would write the stack, and words of others in it.
    return new Response(null, {
      status: isShortage(error) ? 503 : 500,
      headers: { [faultHeader]: encodeURIComponent(fault) },
    });
  }
});
