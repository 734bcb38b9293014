/** Finds in a page what browsers refuse by its policy: they do so silently, and the page looks or works otherwise. */
import { OwnError } from '../log.ts';
import { findRoutes, toSource, type InlineParts } from './inline-parts.ts';

/** What a page may have inline, as sources of its policy. */
interface Allowed {
  scripts: readonly string[];
  styles: readonly string[];
  pictureOrigin: string | null;
}

/** Other types are data, which no browser runs. */
const isCode = (type = '') =>
  /^(?:|module|(?:text|application)\/(?:java|ecma)script|speculationrules|importmap)$/i.test(type);

const attributes = /((?:[^>"']|"[^"]*"|'[^']*')*)/.source;
/** Astro closes what it opens. The text of a script or style is no HTML. */
const elements = new RegExp(
  `<!--.*?-->|<(script|style)\\b${attributes}>(.*?)</\\1>|<([a-z][\\w-]*)${attributes}>`,
  'gis',
);
/** What a refused attribute is written with. */
const telling = /\b(?:style|on[a-z]+)\s*=|data-astro-template|javascript:/i;
/** Elements that load something, or send. */
const loading =
  /^(?:audio|base|button|embed|form|i?frame|image|img|input|link|meta|object|source|track|video)$/;
const oneAttribute = /([^\s"'/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

const parseAttributes = (text: string) =>
  new Map(
    Array.from(text.matchAll(oneAttribute), ([, name = '', doubly, singly, bare = '']) => [
      name.toLowerCase(),
      doubly ?? singly ?? bare,
    ]),
  );

/** Characters. No code is quoted: Astro takes words of scripts in a message for a fault on the server. */
const longestQuote = 40;
/** Parts of one file that a message lists. */
const mostListed = 10;

function quote(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
}

/** Says of an attribute that no policy allows, what to do instead; null of any other. */
export function describeAttribute(element: string, name: string, value: string): string | null {
  if (name === 'style' && /^(?:--\d|--shiki|color:#)/.test(value))
    return 'code with colours in style="…", as Shiki and Expressive Code write them: leave its colours to Prism, whose theme is a .css file';
  if (name === 'style')
    return `<${element} style="${quote(value)}">: give the element a class, and the class a rule in <style>`;
  if (/^on[a-z]+$/.test(name) || /^\s*javascript:/i.test(value))
    return `<${element} ${name}="…">: add a listener in a <script>`;
  return null;
}

/** Of another site, or written into the address. */
const isForeign = (address = '') => /^\s*(?:(?:https?:)?\/\/|data:|blob:)/i.test(address);

type Attributes = ReadonlyMap<string, string>;

function describeScript(own: Attributes, text: string, { scripts }: Allowed) {
  const src = own.get('src');
  if (src !== undefined)
    return isForeign(src)
      ? `<script src="${quote(src)}">: put the file into public/, and name it there`
      : null;
  return !isCode(own.get('type')) || scripts.includes(toSource(text))
    ? null
    : '<script> with a text that no source has: write the script itself in an .astro file, and hand it values by data-… attributes';
}

const describeStyle = (text: string, { styles }: Allowed) =>
  styles.includes(toSource(text))
    ? null
    : `<style>${quote(text)}</style>: write the rules in <style> of an .astro file, or import a .css file`;

/** Of a page that leads elsewhere: hosts would send a page first, or nothing. */
export const redirectWayOut = "write the redirect into 'redirects' of the site (src/site.ts)";

/** Attributes that name a picture. */
const ofPicture = ['src', 'srcset', 'poster', 'href', 'xlink:href'];

/** Says of an element that loads or sends what no policy allows, what to do instead; null of any other. */
function describeLoading(element: string, own: Attributes, { pictureOrigin }: Allowed) {
  const refuse = (name: string, wayOut: string) =>
    `<${element} ${name}="${quote(own.get(name) ?? '')}">: ${wayOut}`;
  if (element === 'meta')
    return /\burl=/i.test(own.get('content') ?? '') && own.get('http-equiv') === 'refresh'
      ? refuse('content', redirectWayOut)
      : null;
  if (element === 'base') return refuse('href', 'write whole paths');
  if (/^(?:i?frame|embed|object)$/.test(element))
    return refuse(element === 'object' ? 'data' : 'src', 'link to it: no page shows another');
  if (element === 'link') {
    const rel = own.get('rel') ?? '';
    if (/\bstylesheet\b/i.test(rel))
      return refuse(
        'href',
        'import the .css file in an .astro file, which writes it into the page',
      );
    const isLoaded = /\b(?:icon|apple-touch-icon|manifest|preload|modulepreload|prefetch)\b/i.test(
      rel,
    );
    return isLoaded && isForeign(own.get('href'))
      ? refuse('href', 'put the file into public/')
      : null;
  }
  for (const name of ['action', 'formaction'])
    if (isForeign(own.get(name))) return refuse(name, 'browsers send a form to this site alone');
  const name = ofPicture.find((one) => {
    const address = own.get(one);
    return isForeign(address) && !(pictureOrigin !== null && address?.startsWith(pictureOrigin));
  });
  if (name === undefined) return null;
  return refuse(name, 'put the file into src/ or public/');
}

/** Lists what browsers refuse in a text of HTML: a sentence for each part, with the way out. */
function findRefusedParts(html: string, allowed: Allowed): string[] {
  const found = new Set<string | null>();
  for (const [, raw, rawAttributes, text = '', name = '', rest = ''] of html.matchAll(elements)) {
    const written = rawAttributes ?? rest;
    // Most elements have nothing to look at, and every page of a server is read here.
    const element = (raw ?? name).toLowerCase();
    const isLoading = loading.test(element);
    if (!raw && !isLoading && !telling.test(written)) continue;
    const own = parseAttributes(written);
    for (const [attribute, value] of own) found.add(describeAttribute(element, attribute, value));
    if (isLoading) found.add(describeLoading(element, own, allowed));
    if (element === 'script') found.add(describeScript(own, text, allowed));
    if (element === 'style') found.add(describeStyle(text, allowed));
    if (own.has('data-astro-template'))
      found.add(
        'the children of an island that shows them later, as client:only does: they would come as HTML; hand the island props, or show them from the start',
      );
  }
  return [...found].filter((one) => one !== null);
}

/** One message for all findings. @param findings a sentence for each part, by file */
export function formatRefused(findings: ReadonlyMap<string, Iterable<string>>): string {
  const lines = Array.from(findings, ([file, parts]) => {
    const sentences = Array.from(parts, (part) => `${file}: ${part}.`);
    const more = sentences.length - mostListed;
    return more > 0 ? [...sentences.slice(0, mostListed), `${file}: and ${more} more.`] : sentences;
  });
  return [
    'No page can have this (src/engine/README.md, What of Astro works differently here):',
    ...lines.flat(),
  ].join('\n');
}

/** @param pages the HTML of each, by its address @throws {OwnError} one message for all parts that browsers refuse */
export function requireAllowedPages(
  pages: Iterable<readonly [address: string, html: string]>,
  { inlineParts, pictureOrigin }: { inlineParts: InlineParts; pictureOrigin: string | null },
): void {
  const findings = new Map<string, Set<string>>();
  const known = new Set<string>();
  for (const [address, html] of pages) {
    const routes = findRoutes(address, inlineParts);
    const file = routes.map((route) => route.file).join(' or ') || address;
    const styles = routes.flatMap((route) => route.styles);
    const { scripts } = inlineParts;
    const parts = findRefusedParts(html, { scripts, styles, pictureOrigin })
      // A part of a layout is in many pages.
      .filter((part) => !known.has(`${file} ${part}`));
    for (const part of parts) known.add(`${file} ${part}`);
    const place = routes[0]?.isDynamic ? `${file} (${address})` : file;
    if (parts.length > 0) findings.set(place, new Set(parts));
  }
  if (findings.size > 0) throw new OwnError(formatRefused(findings));
}
