/**
 * Computes a page's Content Security Policy from its HTML (CSP level 3): inline scripts and styles run
 * by exact hash, nothing else. Islands load chunks from our own origin, because a source cannot name a
 * folder of `'self'` and import() passes no hash on.
 */
import { createHash } from 'node:crypto';
import { routes } from '../../data/routes.ts';

/** Sources by directive, in output order. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Sources of scripts by path that the HTML of a page cannot show. */
const moreScripts: Readonly<Record<string, readonly string[]>> = {
  // Pagefind searches its index with WebAssembly.
  [routes.search]: ["'wasm-unsafe-eval'"],
};

/** Directives of every page. On Netlify unknown paths get these directives too. */
export const commonPolicy: Policy = new Map([
  ['base-uri', ["'none'"]],
  ['form-action', ["'self'"]],
  ['frame-ancestors', ["'none'"]],
  ['require-trusted-types-for', ["'script'"]],
]);

/** Script types of our pages that browsers run or obey; all other types are data. */
const executable: readonly string[] = ['', 'module', 'speculationrules'];

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A comment, or a start tag with its name and attributes, whose values may contain tags. */
const commentOrTag = /<!--.*?-->|<([a-z][\w-]*)([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)>/gs;
const attribute = /([^\s=/]+)(?:="([^"]*)"|='([^']*)'|=([^\s"']+))?/g;
/** Elements that contain text and no other element. */
const textElements: readonly string[] = ['script', 'style', 'textarea', 'title'];

const parseAttributes = (text: string) =>
  new Map(
    Array.from(text.matchAll(attribute), ([, name = '', double, single, bare]) => [
      name,
      double ?? single ?? bare ?? '',
    ]),
  );

/**
 * Creates the policy of one page from its tags, in one pass. Relies on what our renderers write: names in small
 * letters, values in quotes, `<` in no text, and every style in the page. A test compares the result with an HTML
 * parser's on every built page.
 * @param page the path, such as `/services/ai`, and the HTML
 * @param pictureOrigin origin of the content service's pictures, allowed on pages that show some; null
 *   for none
 */
export function createPagePolicy(
  { address, html }: { address: string; html: string },
  pictureOrigin: string | null,
): Policy {
  const scripts = new Set(moreScripts[address]).add("'self'");
  const styles = new Set<string>();
  const pictures = new Set(["'self'"]);
  const tags = new RegExp(commentOrTag);
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    const [, name = '', written = ''] = found;
    let text = '';
    if (textElements.includes(name)) {
      const end = html.indexOf(`</${name}`, tags.lastIndex);
      text = html.slice(tags.lastIndex, end < 0 ? undefined : end);
      tags.lastIndex += text.length;
    }
    if (name === 'style') styles.add(hash(text));
    if (name === 'script') {
      const attributes = parseAttributes(written);
      if (!attributes.has('src') && executable.includes(attributes.get('type') ?? ''))
        scripts.add(hash(text));
    }
    if (pictureOrigin !== null && (name === 'img' || name === 'source')) {
      const attributes = parseAttributes(written);
      for (const source of [attributes.get('src'), attributes.get('srcset')])
        if (source?.includes(`${pictureOrigin}/`)) pictures.add(pictureOrigin);
    }
  }
  return new Map([
    ['default-src', ["'none'"]],
    ['script-src', [...scripts].sort()],
    ['style-src', styles.size > 0 ? [...styles].sort() : ["'none'"]],
    ['img-src', [...pictures]],
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
