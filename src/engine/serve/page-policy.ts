/**
 * Computes a page's Content Security Policy (CSP level 3): the inline scripts and styles that the code of the pages
 * declares run by exact hash, nothing else. Islands load chunks from our own origin, because a source cannot name a
 * folder of `'self'` and import() passes no hash on.
 */
import { routes as paths } from '../../data/routes.ts';
import type { InlineParts } from '../publish/index.ts';

/** Sources by directive, in output order. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** More sources of scripts, by path. */
const moreScripts: Readonly<Record<string, readonly string[]>> = {
  // Pagefind searches its index with WebAssembly.
  [paths.search]: ["'wasm-unsafe-eval'"],
};

/** Directives of every page. On Netlify unknown paths get these directives too. */
export const commonPolicy: Policy = new Map([
  ['base-uri', ["'none'"]],
  ['form-action', ["'self'"]],
  ['frame-ancestors', ["'none'"]],
  ['require-trusted-types-for', ["'script'"]],
]);

export interface PageOptions {
  /** What the pages of the release contain inline; null when nothing is known, and then nothing may run. */
  inlineParts: InlineParts | null;
  /** Origin of the content service's pictures, allowed on pages that show some; null for none. */
  pictureOrigin: string | null;
}

/**
 * Creates the policy of one page.
 * @param page the path, such as `/services/ai`, and the HTML
 */
export function createPagePolicy(
  { address, html }: { address: string; html: string },
  { inlineParts, pictureOrigin }: PageOptions,
): Policy {
  const { scripts = [], routes = [] } = inlineParts ?? {};
  const styles = routes.find(({ pattern }) => new RegExp(pattern).test(address))?.styles ?? [];
  const showsTheirs = pictureOrigin !== null && html.includes(` src="${pictureOrigin}/`);
  return new Map([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...(moreScripts[address] ?? []), ...scripts].sort()],
    ['style-src', styles.length > 0 ? styles.toSorted() : ["'none'"]],
    ['img-src', ["'self'", ...(showsTheirs ? [pictureOrigin] : [])]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ...commonPolicy,
    ['trusted-types', ["'none'"]],
  ]);
}

/** Joins two policies with the same directives into a policy that allows the sources of both. */
export function joinPolicies(one: Policy, other: Policy): Policy {
  return new Map(
    [...one].map(([directive, sources]) => {
      const all = [...new Set([...sources, ...(other.get(directive) ?? [])])].sort();
      const some = all.filter((source) => source !== "'none'");
      return [directive, some.length > 0 ? some : all];
    }),
  );
}

/** Formats the policy as a header value. */
export const formatPolicy = (policy: Policy): string =>
  Array.from(policy, ([directive, sources]) => [directive, ...sources].join(' ')).join('; ');
