/**
 * Computes a page's Content Security Policy from its HTML (CSP level 3): inline scripts and styles run
 * by exact hash, nothing else. Islands load chunks from our own origin, because a source cannot name a
 * folder of `'self'` and import() passes no hash on.
 */
import { createHash } from 'node:crypto';
import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { livePath, routes } from '../data/routes.ts';
import { livePicture } from '../rules/live-records.ts';
import { liveBodyPolicy } from '../rules/trusted-types.ts';

/** Sources by directive, in output order. */
export type Policy = ReadonlyMap<string, readonly string[]>;

export interface PageSource {
  /** Path of the page, such as `/blog/live`. */
  address: string;
  html: string;
}

interface Exception {
  /** Whether scripts add pictures from the content service. */
  showsRemotePictures?: true;
  /** Names of the Trusted Types policies that the page's scripts may create. */
  trustedTypes?: readonly string[];
  /** Additional sources of scripts. */
  scripts?: readonly string[];
}

const live: Exception = { showsRemotePictures: true, trustedTypes: [liveBodyPolicy] };

/** Permissions by path that the HTML of a page cannot show. */
const exceptions: Readonly<Record<string, Exception>> = {
  [livePath('blog')]: live,
  [livePath('resources')]: live,
  // Pagefind searches its index with WebAssembly.
  [routes.search]: { scripts: ["'wasm-unsafe-eval'"] },
};

/** Directives of every page. On Netlify unknown paths get them too. */
export const commonPolicy: Policy = new Map([
  ['base-uri', ["'none'"]],
  ['form-action', ["'self'"]],
  ['frame-ancestors', ["'none'"]],
  ['require-trusted-types-for', ["'script'"]],
]);

/** Script types that browsers run or obey; all other types are data. */
const executable =
  /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** Elements whose content HTML parsers read as text. */
const textModes = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['iframe', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
]);

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const getAttribute = ({ attrs }: Token.TagToken, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value;

/** The parts of a page that its policy must allow. */
interface Content {
  scripts: Set<string>;
  styles: Set<string>;
  pictures: string[];
  linksStyles: boolean;
}

/**
 * Reads a page as a browser's tokenizer does, so that text that only looks like a script allows
 * nothing.
 */
function readContent(html: string): Content {
  const content: Content = {
    scripts: new Set(),
    styles: new Set(),
    pictures: [],
    linksStyles: false,
  };
  let allowed: Set<string> | null = null;
  let opened = '';
  let text = '';
  const addText = ({ chars }: Token.CharacterToken) => {
    if (allowed) text += chars;
  };
  const ignore = () => undefined;

  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag(tag) {
        const mode = textModes.get(tag.tagName);
        if (mode !== undefined) tokenizer.state = mode;
        opened = tag.tagName;
        text = '';
        switch (tag.tagName) {
          case 'script':
            if (
              getAttribute(tag, 'src') === undefined &&
              executable.test((getAttribute(tag, 'type') ?? '').trim())
            ) {
              allowed = content.scripts;
            }
            break;
          case 'style':
            allowed = content.styles;
            break;
          case 'link':
            content.linksStyles ||= /\bstylesheet\b/i.test(getAttribute(tag, 'rel') ?? '');
            break;
          case 'img':
          case 'source':
            content.pictures.push(
              getAttribute(tag, 'src') ?? '',
              getAttribute(tag, 'srcset') ?? '',
            );
        }
      },
      onEndTag() {
        allowed?.add(hash(text));
        allowed = null;
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: addText,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  );
  let position = 0;
  for (const { index, 0: tag, 1: name } of html.matchAll(/<(script|style)[^>]*>/gi)) {
    if (index < position) continue;
    opened = '';
    const start = index + tag.length;
    tokenizer.write(html.slice(position, start), false);
    position = start;
    if (opened !== name?.toLowerCase()) continue;
    // Scripts and styles are most of a page. A plain search skips them faster than the tokenizer.
    const rest = html.slice(start);
    const end = rest.search(opened === 'style' ? /<\/style[\s/>]/i : /<\/script[\s/>]/i);
    const code = rest.slice(0, end);
    if (end === -1 || /[\0\r]|<!--/.test(code)) continue;
    text = code;
    position += end;
    tokenizer.state = TokenizerMode.DATA;
  }
  tokenizer.write(html.slice(position), true);
  return content;
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
  const { showsRemotePictures, trustedTypes = ["'none'"], ...more } = exceptions[address] ?? {};
  // A template for live items gets the address of the real picture in the browser.
  const isRemote =
    pictureOrigin !== null &&
    (showsRemotePictures ??
      pictures.some(
        (source) => source === livePicture.src || source.includes(`${pictureOrigin}/`),
      ));

  const styleSources = [...(linksStyles ? ["'self'"] : []), ...styles].sort();
  return new Map([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...(more.scripts ?? []), ...scripts].sort()],
    ['style-src', styleSources.length > 0 ? styleSources : ["'none'"]],
    ['img-src', ["'self'", ...(isRemote ? [pictureOrigin] : [])]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['object-src', ["'none'"]],
    ...commonPolicy,
    ['trusted-types', trustedTypes],
  ]);
}

/** Joins two policies with the same directives into one that allows what either allows. */
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
