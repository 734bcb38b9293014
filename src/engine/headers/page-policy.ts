/**
 * Computes a page's Content Security Policy (CSP level 3): the inline scripts and styles that the code of the pages
 * declares run by exact hash, nothing else. Islands load chunks from our own origin, because a source cannot name a
 * folder of `'self'` and import() passes no hash on.
 */
import { findRoutes, type InlineParts } from './inline-parts.ts';

/** Sources by directive, in output order. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Directives of every page. On Netlify unknown paths get these directives too. */
export const commonPolicy: Policy = new Map([
  ['base-uri', ["'none'"]],
  ['form-action', ["'self'"]],
  ['frame-ancestors', ["'none'"]],
  ['require-trusted-types-for', ["'script'"]],
]);

export interface PageOptions {
  /** What the pages of this code contain inline; null when nobody says so, and then no inline part is allowed. */
  inlineParts: InlineParts | null;
  /** Origin of the content service's pictures, which a page shows until we have them; null for none. */
  pictureOrigin: string | null;
}

/** Creates the policy of pages. That of several allows what any of them needs. */
export function createPagePolicy(
  addresses: readonly string[],
  { inlineParts, pictureOrigin }: PageOptions,
): Policy {
  const { scripts = [] } = inlineParts ?? {};
  const stylesOf = (address: string) =>
    inlineParts ? findRoutes(address, inlineParts).flatMap((route) => route.styles) : [];
  const styles = new Set(addresses.flatMap(stylesOf));
  return new Map([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...scripts].sort()],
    ['style-src', styles.size > 0 ? [...styles].sort() : ["'none'"]],
    ['img-src', ["'self'", ...(pictureOrigin === null ? [] : [pictureOrigin])]],
    ['font-src', ["'self'"]],
    ['media-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ...commonPolicy,
    ['trusted-types', ["'none'"]],
  ]);
}

/** Formats the policy as a header value. */
export const formatPolicy = (policy: Policy): string =>
  Array.from(policy, ([directive, sources]) => [directive, ...sources].join(' ')).join('; ');
