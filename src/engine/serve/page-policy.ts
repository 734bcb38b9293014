/**
 * Computes a page's Content Security Policy from its HTML (CSP level 3): inline scripts and styles run
 * by exact hash, nothing else. Islands load chunks from our own origin, because a source cannot name a
 * folder of `'self'` and import() passes no hash on.
 */
import { createHash } from 'node:crypto';
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { routes } from '../../data/routes.ts';

/** Sources by directive, in output order. */
export type Policy = ReadonlyMap<string, readonly string[]>;

export interface PageSource {
  /** Path of the page, such as `/services/ai`. */
  address: string;
  html: string;
}

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

/** Script types that browsers run or obey; all other types are data. */
const executable =
  /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const getAttribute = ({ attrs }: Element, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value;
const getText = ({ childNodes }: Element) =>
  childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('');

/** The parts of a page that its policy must allow. */
interface Content {
  scripts: ReadonlySet<string>;
  styles: ReadonlySet<string>;
  pictures: readonly string[];
  linksStyles: boolean;
}

/** Calls `visit` with every element of a page, also in templates and in `<noscript>`. */
function visitElements(parent: ParentNode, visit: (element: Element) => void): void {
  for (const node of parent.childNodes) {
    if (!tree.isElementNode(node)) continue;
    visit(node);
    visitElements('content' in node ? node.content : node, visit);
  }
}

/** Reads a page as browsers do, so that text that only looks like a script allows nothing. */
function readContent(html: string): Content {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const pictures: string[] = [];
  let linksStyles = false;
  visitElements(parse(html, { scriptingEnabled: false }), (element) => {
    switch (element.tagName) {
      case 'script':
        if (
          getAttribute(element, 'src') === undefined &&
          executable.test((getAttribute(element, 'type') ?? '').trim())
        )
          scripts.add(hash(getText(element)));
        break;
      case 'style':
        styles.add(hash(getText(element)));
        break;
      case 'link':
        linksStyles ||= /\bstylesheet\b/i.test(getAttribute(element, 'rel') ?? '');
        break;
      case 'img':
      case 'source':
        pictures.push(getAttribute(element, 'src') ?? '', getAttribute(element, 'srcset') ?? '');
    }
  });
  return { scripts, styles, pictures, linksStyles };
}

/**
 * Creates the policy of one page.
 * @param pictureOrigin origin of the content service's pictures, allowed on pages that show some; null
 *   for none
 */
export function createPagePolicy(
  { address, html }: PageSource,
  pictureOrigin: string | null,
): Policy {
  const { scripts, styles, pictures, linksStyles } = readContent(html);
  const isRemote =
    pictureOrigin !== null && pictures.some((source) => source.includes(`${pictureOrigin}/`));

  const styleSources = [...(linksStyles ? ["'self'"] : []), ...styles].sort();
  return new Map([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...(moreScripts[address] ?? []), ...scripts].sort()],
    ['style-src', styleSources.length > 0 ? styleSources : ["'none'"]],
    ['img-src', ["'self'", ...(isRemote ? [pictureOrigin] : [])]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
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
