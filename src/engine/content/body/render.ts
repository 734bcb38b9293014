/** Renders checked rich text as safe HTML. */
import {
  documentToHtmlString,
  type CommonNode,
  type Next,
  type NodeRenderer,
  type RenderNode,
} from '@contentful/rich-text-html-renderer';
import {
  BLOCKS,
  HEADINGS,
  INLINES,
  type Document,
  type TopLevelBlock,
} from '@contentful/rich-text-types';
import { escapeHtml as escape } from '../../base/text.ts';
import type { Body, Heading, Picture } from '../../declare/collections.ts';
import { words } from '../../site.ts';
import { parseLink } from '../contentful/wire.ts';
import {
  getData,
  getTargetId,
  getText,
  getPlainText,
  isList,
  isWhollyCode,
  shortenText,
  toOneLine,
  type Node,
  type RichText,
} from './parse.ts';

/** What a link to an item shows. */
export interface LinkTarget {
  href: string;
  title: string;
  text: string;
  /** The name of the title's field in the space. */
  titleField: string;
}

/** Targets of a document's links and embeds, prepared beforehand, so that rendering needs no I/O. */
export interface RichTextContext {
  /** Host of the site, such as 'www.example.com:8080'. Links to it stay in the tab. */
  siteHost: string;
  /** Whether parts that show another entry or an asset lead Contentful's editor there. */
  showsDrafts?: boolean;
  getEntry: (id: string) => LinkTarget | null;
  getAsset: (id: string) => EmbeddedAsset | null;
  /** Assets and addresses whose file nobody can have. */
  gone?: ReadonlySet<string>;
}

export type EmbeddedAsset =
  /** `href`: address of the file that a link leads to. */
  | { kind: 'image'; picture: Picture; caption: string; href: string; title: string }
  | { kind: 'file'; href: string; title: string; type: string; size: number | null };

const wordsPerMinute = 220;

/** Takes away what was copied unseen with an address. */
const stripInvisible = (address: string) => address.replace(/\p{Cf}/gu, '').trim();

const stripWww = (host: string) => host.replace(/^www\./, '');

const encodeAddress = (address: string) => address.replace(/[\s<>[\]{}|^`"]/g, encodeURIComponent);

/** Adds the scheme that people leave out, where nothing else can be meant. */
function addScheme(address: string): string {
  if (/^www\.[^\s/]+\.\w/i.test(address)) return `https://${address}`;
  return /^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(address) ? `mailto:${address}` : address;
}

/** Returns the address of a link to the web, mail, a phone, our own path or a fragment; null for others. */
export function parseHref(uri: unknown): string | null {
  if (typeof uri !== 'string') return null;
  const trimmed = addScheme(stripInvisible(uri));
  // Browsers drop control codes, and read `\` as `/`: https://url.spec.whatwg.org/#concept-basic-url-parser
  if (/[\p{Cc}\\]/u.test(trimmed)) return null;
  if (trimmed.startsWith('#') || /^\/(?!\/)/.test(trimmed)) return encodeAddress(trimmed);
  const url = URL.parse(trimmed);
  const [scheme] = /^(https?:\/\/[^/?#]*|mailto:|tel:)/i.exec(trimmed) ?? [];
  if (!url || !scheme || url.username || url.password) return null;
  const rest = trimmed.slice(scheme.length);
  return scheme + (/^tel:/i.test(scheme) ? rest.replace(/\s/g, '') : encodeAddress(rest));
}

/** Makes a fragment from text: 'café & bar' → 'cafe-bar'. Marks of other scripts may be vowels. */
const toFragment = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'section';

/** Creates unique ids: intro, intro-2, intro-3 … None has a `_`, so that no page has one of them outside of its body. */
function createIds() {
  const taken = new Set<string>();
  return (base: string): string => {
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    return id;
  };
}

/** Formats bytes as '120 KB' or '1.2 MB'. */
const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${Number((bytes / 1e6).toPrecision(2))} MB`;

/** Renders a lazy `<picture>` with its dimensions, as wide as the reading column. */
function renderPicture({ src, avif, alt, width, height }: Picture): string {
  const renderAttribute = (name: string, value: number | null) =>
    value === null ? '' : ` ${name}="${value}"`;
  return [
    '<picture>',
    avif &&
      `<source type="image/avif" srcset="${escape(avif)}" sizes="(width >= 768px) 41rem, 100vw">`,
    `<img src="${escape(src)}" alt="${escape(alt)}"${renderAttribute('width', width)}${renderAttribute('height', height)} loading="lazy" decoding="async">`,
    '</picture>',
  ].join('');
}

/** Renders an asset. What is said of a picture in this place (the data of its node) goes before what its file is called. */
function renderAsset(asset: EmbeddedAsset, node: Node): string {
  if (asset.kind === 'image') {
    const { uri, title = '', caption = '' } = getData(node);
    const alt = toOneLine(title) || asset.picture.alt;
    const picture = { ...asset.picture, alt };
    const captions = new Set([caption, uri === undefined ? asset.caption : '']);
    const shown = [...captions].filter((one) => one !== '' && one !== picture.alt).join('. ');
    return `<figure class="figure">${renderPicture(picture)}${shown && `<figcaption>${escape(shown)}</figcaption>`}</figure>`;
  }
  const about = [asset.type, asset.size === null ? '' : formatSize(asset.size)].filter(Boolean);
  const note = about.length > 0 ? ` <span>(${escape(about.join(', '))})</span>` : '';
  return `<p class="download"><a href="${escape(asset.href)}">${escape(asset.title)}</a>${note}</p>`;
}

/** The children of a node that are nodes themselves: rows of a table, cells of a row. */
const getNodes = ({ content }: { content: CommonNode[] }): Node[] =>
  content.filter((child) => 'content' in child);

const isHeading = (nodeType: string) => HEADINGS.some((type) => type === nodeType);
const isHeader = ({ nodeType }: Node) => nodeType === BLOCKS.TABLE_HEADER_CELL;

/** What a cell is the header of; null for one that is no header. */
type CellScope = 'col' | 'row' | null;

function renderCell(cell: Node, html: string, scope: CellScope): string {
  const { colspan = 1, rowspan = 1 } = getData(cell);
  const columns = colspan > 1 ? ` colspan="${colspan}"` : '';
  const spans = columns + (rowspan > 1 ? ` rowspan="${rowspan}"` : '');
  // A screen reader would announce an empty header.
  if (!html || scope === null) return `<td${spans}>${html}</td>`;
  const isOfSeveral = (scope === 'col' ? colspan : rowspan) > 1;
  return `<th scope="${scope}${isOfSeveral ? 'group' : ''}"${spans}>${html}</th>`;
}

/** Renders a block of code. `language` may be the words behind the fence of Markdown. */
function renderCode(code: string, language: string): string {
  const [name] = /^[\w+#.-]{1,40}/.exec(language.toLowerCase()) ?? [];
  return `<pre><code${name ? ` class="language-${name}"` : ''}>${escape(code)}</code></pre>`;
}

/** The attributes that lead Contentful's editor to a field; '' without one. */
const formatMark = (kind: 'entry' | 'asset', id: string | undefined, field: string | undefined) =>
  id && field
    ? ` data-contentful-${kind}-id="${escape(id)}" data-contentful-field-id="${escape(field)}"`
    : '';

const newTab = `<span class="visually-hidden"> (${escape(words.opensInNewTab)})</span>`;

/** Puts a text into a sentence of the report. */
const quoteText = (text: string) => `'${shortenText(toOneLine(text), 100)}'`;

/** Of the problems of a text, how many are told. */
const mostProblems = 50;

/** In characters of HTML: what a phone shows on three screens. */
const threeScreens = 2300;
/** What the heading of an article takes of them. */
const articleHeading = 1000;

/** Whether nothing is to be seen of a paragraph: writers leave some as a gap. */
const isBlank = (html: string) => html.replace(/<[^>]*>/g, '').trim() === '';

/** Renders an element, unless nothing is in it. */
const renderFilled =
  (tag: string): NodeRenderer =>
  (node, next) => {
    const inner = next(node.content);
    return inner && `<${tag}>${inner}</${tag}>`;
  };

/** A block of a body that shows something. `chapter`: a heading of the second level. */
interface RenderedBlock {
  html: string;
  kind: 'chapter' | 'heading' | 'paragraph' | 'other';
}

/** Finds where a long text may pause: before a chapter that would end too far below, or within a long one. */
function findPauses(blocks: readonly RenderedBlock[]): number[] {
  let total = 0;
  const placed = blocks.map(({ html, kind }) => {
    const start = total;
    total += html.length;
    return { kind, start, end: total };
  });
  const chapters = placed.filter(({ kind }) => kind === 'chapter').map(({ start }) => start);
  const ends = [...chapters.slice(1), total];
  const pauses: number[] = [];
  /** Where a reader has begun, or paused last. */
  let begun = -articleHeading;
  for (const [index, { kind, start, end }] of placed.entries()) {
    const isChapter = kind === 'chapter';
    const above = placed[index - 1]?.kind;
    const isWithin = kind === 'paragraph' && above !== 'chapter' && above !== 'heading';
    const next = isChapter ? (ends.shift() ?? total) : end;
    const mayPause = isChapter ? start - begun > articleHeading : isWithin;
    if (mayPause && next - begun > threeScreens) {
      pauses.push(start);
      begun = start;
    }
  }
  return pauses;
}

/** Counts the words of a text on one line, without a list of them. */
function countWords(text: string): number {
  let words = 1;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) words += 1;
  return words;
}

/** Renders rich text as safe HTML, '' without anything to show. Levels of headings begin at 2 and are never skipped. */
export function renderBody(richText: RichText, context: RichTextContext) {
  const problems = new Set(richText.problems);
  const reportProblem = (problem: string) => void problems.add(problem);
  const headings: Heading[] = [];
  const createId = createIds();
  /** Original levels of the headings above the next one. */
  const above: number[] = [];
  /** Ids of footnotes. */
  const anchors = new Set<string>();
  let tables = 0;
  const plainText = getPlainText(richText.blocks);
  let hasContent = plainText !== '';

  const renderHeading = (node: Node, next: Next, written: number): string => {
    const text = toOneLine(getText(node));
    if (!text) return '';
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    const level = above.length + 1;
    const id = createId(toFragment(text));
    headings.push({ id, level, text });
    return `<h${level} id="${escape(id)}">${next(node.content)}</h${level}>`;
  };

  /** Renders a paragraph that is alone, or before lists only, in a list item or cell without `<p>`. */
  const renderTight = (node: Node, next: Next): string => {
    const [first, ...others] = node.content;
    const isTight =
      first?.nodeType === BLOCKS.PARAGRAPH &&
      getData(first).language === undefined &&
      others.every(({ nodeType }) => isList(nodeType));
    return isTight && 'content' in first ? next(first.content) + next(others) : next(node.content);
  };

  /** Below a row of headers the first cell of a row is one too. Headers of the first rows are of columns. */
  const renderRows = (table: Node, next: Next): string => {
    const rows = getNodes(table).map(getNodes);
    const firstOther = rows.findIndex((cells) => !cells.every(isHeader));
    const headRows = firstOther === -1 ? 1 : firstOther;
    const labelsRows = headRows > 0 && rows[headRows - 1]?.length !== 1;
    const findScope = (cell: Node, row: number, isFirst: boolean): CellScope => {
      if (isHeader(cell) && (row < headRows || (row === 0 && !isFirst))) return 'col';
      return isHeader(cell) || (labelsRows && isFirst) ? 'row' : null;
    };
    /** The row where the cell of the first column ends. */
    let end = 0;
    const renderRow = (cells: readonly Node[], row: number): string => {
      const first = row < end ? undefined : cells[0];
      if (first) end = row + (getData(first).rowspan ?? 1);
      const rendered = cells.map((cell) =>
        renderCell(cell, renderTight(cell, next), findScope(cell, row, cell === first)),
      );
      // The search index reads plain text: without a space the words of two cells would join.
      return `<tr>${rendered.join(' ')}</tr>`;
    };
    return rows.map(renderRow).join('');
  };

  /** Leads Contentful's editor to the asset, or to the field of another entry, that a node shows. */
  const markNode = (node: Node): string => {
    // The text of such a link is of this body.
    if (node.nodeType === INLINES.ENTRY_HYPERLINK) return '';
    const { id, linkType } = parseLink(node.data.target);
    const { entry, field } = getData(node);
    if (id === null) return formatMark('entry', entry, field);
    if (linkType === 'Asset') return formatMark('asset', id, 'file');
    return formatMark('entry', id, context.getEntry(id)?.titleField);
  };

  const createFind =
    <T>(kind: string, has: string, get: (id: string) => T | null) =>
    (node: Node, verb: string): T | null => {
      const id = getTargetId(node);
      const found = get(id);
      if (context.gone?.has(id)) return null; // the report says so of the asset
      // Of an entry that is there the type is known.
      const { found: type, isFar } = getData(node);
      if (found) hasContent = true;
      else if (type !== undefined)
        reportProblem(`${verb} ${kind} ${id} (${type}), which has no ${has}`);
      else if (isFar)
        reportProblem(
          `${verb} ${kind} ${id}, which is more than three links away, or has no ${has}`,
        );
      else reportProblem(`${verb} ${kind} ${id}, which is not published or has no ${has}`);
      return found;
    };
  const getEntry = createFind('entry', 'page', context.getEntry);
  const getAsset = createFind('asset', 'file', context.getAsset);

  /** Renders a link to our own page or file, by its title when the link has no text. */
  const renderOwnLink =
    (
      getTarget: (node: Node, verb: string) => { href: string; title: string } | null,
    ): NodeRenderer =>
    (node, next) => {
      const found = getTarget(node, 'links to');
      const inner = next(node.content);
      if (!found) return inner;
      return `<a href="${escape(found.href)}">${getText(node).trim() ? inner : escape(found.title)}</a>`;
    };

  /** Writes the address of a page of ours as its path, without a slash at the end: each would be a redirect. */
  const shortenOwn = (href: string): string => {
    const url = /^https?:/i.test(href) ? URL.parse(href) : null;
    const isOwn = url ? stripWww(url.host) === stripWww(context.siteHost) : href.startsWith('/');
    const path = url && isOwn ? url.pathname + url.search + url.hash : href;
    return isOwn ? path.replace(/(?<=[^/])\/(?=[?#]|$)/, '') : href;
  };

  /** Renders a link to an address, or what is in the link when the address is not allowed or nothing is in it. */
  const renderLink = (uri: string, inner: string, text = inner): string => {
    const written = parseHref(uri);
    const href = written && shortenOwn(written);
    if (href === null)
      reportProblem(
        `has a link ${quoteText(text)} to ${quoteText(uri)}, an address that is not allowed; its text stays`,
      );
    if (href === null || !text.trim()) return inner;
    hasContent = true;
    if (!/^https?:/i.test(href)) return `<a href="${escape(href)}">${inner}</a>`;
    return `<a class="external" href="${escape(href)}" target="_blank" rel="noopener noreferrer">${inner}${newTab}</a>`;
  };

  const createLostResource =
    (verb: string): NodeRenderer =>
    (node, next) => {
      const { uri } = getData(node);
      const text = getText(node).trim();
      const what = `${verb} something of another space${uri ? ` (${shortenText(uri, 100)})` : ''}`;
      reportProblem(
        text ? `${what}; its text ${quoteText(text)} stays` : `${what}, which is not shown`,
      );
      return next(node.content);
    };

  const renderNode: RenderNode = {
    [BLOCKS.PARAGRAPH]: (node, next) => {
      const { language } = getData(node);
      if (language !== undefined) return renderCode(getText(node), language);
      const inner = next(node.content);
      return isBlank(inner) ? '' : `<p>${inner}</p>`;
    },
    // Level 1 is the page's title.
    ...Object.fromEntries(
      HEADINGS.map((type, index): [BLOCKS, NodeRenderer] => [
        type,
        (node, next) => renderHeading(node, next, Math.max(2, index + 1)),
      ]),
    ),
    [BLOCKS.HR]: () => '<hr>',
    [BLOCKS.QUOTE]: renderFilled('blockquote'),
    [BLOCKS.UL_LIST]: renderFilled('ul'),
    [BLOCKS.OL_LIST]: (node, next) => {
      const { start } = getData(node);
      const items = next(node.content);
      return items && `<ol${start === undefined ? '' : ` start="${start}"`}>${items}</ol>`;
    },
    [BLOCKS.LIST_ITEM]: (node, next) => {
      const { anchor = '' } = getData(node);
      // One text may stand twice in a body, with the same notes.
      const id = anchor && !anchors.has(anchor) ? ` id="${escape(anchor)}"` : '';
      anchors.add(anchor);
      const inner = renderTight(node, next);
      return inner.trim() && `<li${id}>${inner}</li>`;
    },
    [BLOCKS.TABLE]: (node, next) => {
      // Every region needs a unique name.
      tables += 1;
      const heading = shortenText(headings.at(-1)?.text ?? '');
      const name = [`${words.table} ${tables}`, heading].filter(Boolean).join(': ');
      return `<div class="table-scroll" role="region" aria-label="${escape(name)}" tabindex="0"><table>${renderRows(node, next)}</table></div>`;
    },
    [BLOCKS.EMBEDDED_ASSET]: (node) => {
      const { uri, title = '' } = getData(node);
      if (uri !== undefined && context.gone?.has(uri)) {
        reportProblem(
          `has a picture at ${quoteText(uri)}, where no file can be fetched; it is left out`,
        );
        return '';
      }
      if (uri === undefined || context.getAsset(uri)) {
        const asset = getAsset(node, 'embeds');
        return asset ? renderAsset(asset, node) : '';
      }
      const address = uri.replace(/^\/\//, 'https://');
      if (parseHref(address) === null) {
        const rest = title ? 'its words stay' : 'it is left out';
        reportProblem(
          `has a picture at ${quoteText(uri)}, an address that is not allowed; ${rest}`,
        );
        hasContent ||= title !== '';
        return title && `<p>${escape(title)}</p>`;
      }
      reportProblem(
        address.startsWith('/')
          ? `has a picture at ${quoteText(uri)}, which is no asset; a link stands in its place`
          : `has a picture of another site, ${quoteText(uri)}; a link stands in its place`,
      );
      return `<p>${renderLink(address, escape(title || uri))}</p>`;
    },
    [BLOCKS.EMBEDDED_ENTRY]: (node) => {
      const { uri, title = '', caption = '' } = getData(node);
      if (uri !== undefined)
        return `<div class="entry-card">${renderLink(uri, escape(title))}<p>${escape(caption)}</p></div>`;
      const entry = getEntry(node, 'embeds');
      if (!entry) return '';
      const text = entry.text && `<p>${escape(entry.text)}</p>`;
      return `<div class="entry-card"><a href="${escape(entry.href)}">${escape(entry.title)}</a>${text}</div>`;
    },
    [BLOCKS.EMBEDDED_RESOURCE]: createLostResource('embeds'),
    [INLINES.EMBEDDED_ENTRY]: renderOwnLink(getEntry),
    [INLINES.ENTRY_HYPERLINK]: renderOwnLink(getEntry),
    [INLINES.ASSET_HYPERLINK]: renderOwnLink(getAsset),
    [INLINES.HYPERLINK]: (node, next) => {
      const { uri = '', note } = getData(node);
      if (note !== undefined) return `<sup>${renderLink(uri, escape(note))}</sup>`;
      const inner = next(node.content);
      if (context.gone?.has(uri)) {
        reportProblem(
          `has a link ${quoteText(getText(node))} to ${quoteText(uri)}, where no file can be fetched; its text stays`,
        );
        return inner;
      }
      return renderLink(context.getAsset(uri)?.href ?? uri, inner, getText(node));
    },
    [INLINES.EMBEDDED_RESOURCE]: createLostResource('embeds'),
    [INLINES.RESOURCE_HYPERLINK]: createLostResource('links to'),
  };

  const markAll = (): RenderNode =>
    Object.fromEntries(
      Object.entries(renderNode).map(([type, render]): [string, NodeRenderer] => [
        type,
        (node, next) => render(node, next).replace(/^<\w+/, (tag) => tag + markNode(node)),
      ]),
    );
  const options = {
    renderNode: context.showsDrafts ? markAll() : renderNode,
    preserveWhitespace: true, // keeps soft line breaks
  };

  const isCode = richText.blocks.map(isWhollyCode);
  const renderBlock = (block: TopLevelBlock, index: number): RenderedBlock => {
    if (isCode[index]) {
      // Paragraphs of code that follow each other are one block of code.
      const opening = isCode[index - 1] ? '\n' : '<pre><code>';
      const end = isCode[index + 1] ? '' : '</code></pre>';
      return { html: opening + escape(getText(block)) + end, kind: 'other' };
    }
    const document: Document = { nodeType: BLOCKS.DOCUMENT, data: {}, content: [block] };
    const html = documentToHtmlString(document, options);
    if (isHeading(block.nodeType))
      return { html, kind: headings.at(-1)?.level === 2 ? 'chapter' : 'heading' };
    return { html, kind: block.nodeType === BLOCKS.PARAGRAPH ? 'paragraph' : 'other' };
  };
  const blocks = richText.blocks.map(renderBlock).filter((block) => block.html !== '');
  const html = blocks.map((block) => block.html).join('');
  const told = [...problems].slice(0, mostProblems);
  const others = problems.size - told.length;
  if (others > 0) told.push(`has ${others} more problems like these`);
  const readingMinutes = Math.max(1, Math.round(countWords(plainText) / wordsPerMinute));
  const body: Body = hasContent
    ? { html, headings, readingMinutes, pauses: findPauses(blocks) }
    : { html: '', headings: [], readingMinutes, pauses: [] };
  return { body, problems: told };
}
