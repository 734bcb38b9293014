/** Renders checked rich text as safe HTML. */
import { createRequire } from 'node:module';
import type * as HtmlRenderer from '@contentful/rich-text-html-renderer';
import type {
  CommonNode,
  Next,
  NodeRenderer,
  RenderNode,
} from '@contentful/rich-text-html-renderer';
import { BLOCKS, HEADINGS, INLINES } from '@contentful/rich-text-types';
import { escapeHtml as escape } from '../../escape-html.ts';
import type { Body, Heading, Picture } from '../../collections.ts';
import {
  cleanText,
  getTargetId,
  getText,
  isList,
  shorten,
  toOneLine,
  type Node,
  type RichText,
} from './parse.ts';

// The package's ES module is a `.js` file without `"type": "module"`, which the functions of Netlify's
// command line, and AWS Lambda with Node 22, read as CommonJS. Its CommonJS file loads everywhere.
const require = createRequire(import.meta.url);
const { documentToHtmlString } =
  require('@contentful/rich-text-html-renderer') as typeof HtmlRenderer;

/** What a link to an item shows. */
export interface LinkTarget {
  href: string;
  title: string;
  text: string;
}

/** Targets of a document's links and embeds, prepared beforehand, so that rendering needs no I/O. */
export interface RichTextContext {
  /** Host of the site, such as 'www.example.com:8080'. Links to it stay in the tab. */
  siteHost: string;
  getEntry: (id: string) => LinkTarget | null;
  getAsset: (id: string) => EmbeddedAsset | null;
}

export type EmbeddedAsset =
  /** `href`: address of the file that a link leads to. */
  | { kind: 'image'; picture: Picture; caption: string; href: string; title: string }
  | { kind: 'file'; href: string; title: string; type: string; size: number | null };

const wordsPerMinute = 220;

/** Returns the address of a link to the web, mail, a phone, our own path or a fragment; null for others. */
export function parseHref(uri: unknown): string | null {
  if (typeof uri !== 'string') return null;
  const trimmed = uri.trim();
  // Browsers drop control codes, which can hide a scheme, and read `\` as `/`.
  if (cleanText(trimmed) !== trimmed || /[\t\n\\]/.test(trimmed)) return null;
  if (/^#\S*$/.test(trimmed) || /^\/(?!\/)/.test(trimmed)) return trimmed;
  const url = URL.parse(trimmed);
  if (!url || !/^(https?:\/\/|mailto:|tel:)/i.test(trimmed)) return null;
  return url.username || url.password ? null : trimmed;
}

/** Makes a fragment from text: 'café & bar' → 'cafe-bar'. Letters of any script stay. */
const toFragment = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'section';

/** Ids that pages use outside the body. */
const pageIds = ['menu', 'main', 'contents', 'card-grid'];

/** Creates unique ids: intro, intro-2, intro-3 … */
function createIds() {
  const taken = new Set(pageIds);
  /** The number that was given last to each base. */
  const numbers = new Map<string, number>();
  return (base: string): string => {
    let id = base;
    let number = numbers.get(base) ?? 1;
    while (taken.has(id)) id = `${base}-${++number}`;
    numbers.set(base, number);
    taken.add(id);
    return id;
  };
}

/** Formats bytes as '120 KB' or '1.2 MB'. */
const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${Number((bytes / 1e6).toPrecision(2))} MB`;

/** Renders a lazy `<picture>` with its dimensions, as wide as the reading column. */
function renderPicture({ src, avif, alt, width, height }: Picture): string {
  const attribute = (name: string, value: number | null) =>
    value === null ? '' : ` ${name}="${value}"`;
  return [
    '<picture>',
    avif &&
      `<source type="image/avif" srcset="${escape(avif)}" sizes="(width >= 768px) 41rem, 100vw">`,
    `<img src="${escape(src)}" alt="${escape(alt)}"${attribute('width', width)}${attribute('height', height)} loading="lazy" decoding="async">`,
    '</picture>',
  ].join('');
}

function renderAsset(asset: EmbeddedAsset): string {
  if (asset.kind === 'image') {
    const { picture, caption } = asset;
    const hasCaption = caption !== '' && caption !== picture.alt;
    return `<figure class="figure">${renderPicture(picture)}${hasCaption ? `<figcaption>${escape(caption)}</figcaption>` : ''}</figure>`;
  }
  const about = [asset.type, asset.size === null ? '' : formatSize(asset.size)].filter(Boolean);
  const note = about.length > 0 ? ` <span>(${escape(about.join(', '))})</span>` : '';
  return `<p class="download"><a href="${escape(asset.href)}">${escape(asset.title)}</a>${note}</p>`;
}

/** The children of a node that are nodes themselves: rows of a table, cells of a row. */
const getNodes = ({ content }: { content: CommonNode[] }): Node[] =>
  content.filter((child) => 'content' in child);

const isWhollyCode = (block: Node) =>
  block.nodeType === BLOCKS.PARAGRAPH &&
  getText(block) !== '' &&
  block.content.every(
    (child) =>
      'value' in child && (child.value === '' || child.marks.some(({ type }) => type === 'code')),
  );

const newTab = '<span class="visually-hidden"> (opens in a new tab)</span>';

/** In characters of HTML: what a phone shows on three screens, and what the heading of an article takes of them. */
const [threeScreens, heading] = [2300, 1000];

/** Counts characters, an escaped one as one. */
const measure = (blocks: readonly string[]) => blocks.join('').replaceAll(/&[^;]+;/g, '&').length;

/** Finds where a long text may pause: before a chapter that would end too far below, or within a long one. */
function findPauses(blocks: readonly string[]): number[] {
  const pauses: number[] = [];
  let [at, read, left] = [0, heading, measure(blocks)];
  for (const [index, block] of blocks.entries()) {
    const opensChapter = block.startsWith('<h2');
    let end = index + 1;
    while (opensChapter && end < blocks.length && !blocks[end]?.startsWith('<h2')) end += 1;
    const length = measure(blocks.slice(index, end));
    const mayPause = opensChapter
      ? read > heading
      : /^<p\b/.test(block) && !blocks[index - 1]?.startsWith('<h');
    if (mayPause && read + length > threeScreens && read + left > threeScreens) {
      pauses.push(at);
      read = 0;
    }
    at += block.length;
    read += measure([block]);
    left -= measure([block]);
  }
  return pauses;
}

/**
 * Renders an entry's rich text as safe HTML; `''` when there is nothing to show. Heading 1 becomes level 2,
 * levels are never skipped, and every heading has a unique id.
 */
export function renderBody(
  richText: RichText,
  context: RichTextContext,
): { body: Body; problems: readonly string[] } {
  const problems = new Set(richText.problems);
  const report = (problem: string) => void problems.add(problem);
  const headings: Heading[] = [];
  const createId = createIds();
  /** Original levels of the headings above the next one. */
  const above: number[] = [];
  let lastLevel = 1;
  let tables = 0;
  let hasContent = richText.text !== '';

  const renderHeading = (node: Node, next: Next, written: number): string => {
    const text = toOneLine(getText(node));
    if (!text) return '';
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    const level = above.length + 1;
    if (written > lastLevel + 1)
      report(`jumps to heading level ${written} at '${text.slice(0, 60)}'`);
    lastLevel = written;
    const id = createId(toFragment(text));
    headings.push({ id, level, text });
    return `<h${level} id="${escape(id)}">${next(node.content)}</h${level}>`;
  };

  /** Renders a paragraph that is alone, or before lists only, in a list item or cell without `<p>`. */
  const renderTight = (node: Node, next: Next): string => {
    const [first, ...others] = node.content;
    const isTight =
      first?.nodeType === BLOCKS.PARAGRAPH && others.every(({ nodeType }) => isList(nodeType));
    return isTight && 'content' in first ? next(first.content) + next(others) : next(node.content);
  };

  /** Renders the rows of a table. In a table with a row of headers, the first cell of the others is one too. */
  const renderRows = (table: Node, next: Next): string => {
    const rows = getNodes(table).map(getNodes);
    const isHeader = ({ nodeType }: Node) => nodeType === BLOCKS.TABLE_HEADER_CELL;
    const labelsRows = rows[0]?.length !== 1 && rows[0]?.every(isHeader);
    const renderCell = (cell: Node, row: number, column: number): string => {
      const html = renderTight(cell, next);
      const isLabel = isHeader(cell) || (labelsRows && column === 0);
      // A screen reader would announce an empty header.
      return isLabel && html
        ? `<th scope="${row === 0 ? 'col' : 'row'}">${html}</th>`
        : `<td>${html}</td>`;
    };
    // The search index reads plain text: without a space the words of two cells would join.
    return rows
      .map((cells, row) => cells.map((cell, column) => renderCell(cell, row, column)).join(' '))
      .map((cells) => `<tr>${cells}</tr>`)
      .join('');
  };

  const createFind =
    <T>(kind: string, has: string, get: (id: string) => T | null) =>
    (node: Node, verb: string): T | null => {
      const id = getTargetId(node);
      const found = get(id);
      if (found) hasContent = true;
      else report(`${verb} ${kind} ${id}, which is not published or has no ${has}`);
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

  const renderNode: RenderNode = {
    [BLOCKS.PARAGRAPH]: (node, next) => {
      const inner = next(node.content);
      return inner.trim() && `<p>${inner}</p>`;
    },
    // Level 1 is the page's title.
    ...Object.fromEntries(
      HEADINGS.map((type, index): [BLOCKS, NodeRenderer] => [
        type,
        (node, next) => renderHeading(node, next, Math.max(2, index + 1)),
      ]),
    ),
    [BLOCKS.HR]: () => '<hr>',
    [BLOCKS.LIST_ITEM]: (node, next) => `<li>${renderTight(node, next)}</li>`,
    [BLOCKS.TABLE]: (node, next) => {
      // Every region needs a unique name.
      const heading = shorten(headings.at(-1)?.text ?? '');
      const name = [`Table ${++tables}`, heading].filter(Boolean).join(': ');
      return `<div class="table-scroll" role="region" aria-label="${escape(name)}" tabindex="0"><table>${renderRows(node, next)}</table></div>`;
    },
    [BLOCKS.EMBEDDED_ASSET]: (node) => {
      const asset = getAsset(node, 'embeds');
      return asset ? renderAsset(asset) : '';
    },
    [BLOCKS.EMBEDDED_ENTRY]: (node) => {
      const entry = getEntry(node, 'embeds');
      if (!entry) return '';
      const text = entry.text && `<p>${escape(entry.text)}</p>`;
      return `<div class="entry-card"><a href="${escape(entry.href)}">${escape(entry.title)}</a>${text}</div>`;
    },
    [BLOCKS.EMBEDDED_RESOURCE]: () => {
      report('embeds something of another space, which is not shown');
      return '';
    },
    [INLINES.EMBEDDED_ENTRY]: renderOwnLink(getEntry),
    [INLINES.ENTRY_HYPERLINK]: renderOwnLink(getEntry),
    [INLINES.ASSET_HYPERLINK]: renderOwnLink(getAsset),
    [INLINES.HYPERLINK]: (node, next) => {
      const inner = next(node.content);
      const href = parseHref(node.data.uri);
      if (href === null) report('has a link whose address is not allowed; its text stays');
      if (href === null || !getText(node).trim()) return inner;
      if (!/^https?:/i.test(href) || URL.parse(href)?.host === context.siteHost)
        return `<a href="${escape(href)}">${inner}</a>`;
      return `<a class="external" href="${escape(href)}" target="_blank" rel="noopener noreferrer">${inner}${newTab}</a>`;
    },
    [INLINES.EMBEDDED_RESOURCE]: (node, next) => next(node.content),
    [INLINES.RESOURCE_HYPERLINK]: (node, next) => next(node.content),
  };

  const isCode = richText.blocks.map(isWhollyCode);
  const blocks = richText.blocks.map((block, index) => {
    if (isCode[index]) {
      // Paragraphs of code that follow each other are one block of code.
      const opening = isCode[index - 1] ? '\n' : '<pre><code>';
      return opening + escape(getText(block)) + (isCode[index + 1] ? '' : '</code></pre>');
    }
    return documentToHtmlString(
      { nodeType: BLOCKS.DOCUMENT, data: {}, content: [block] },
      { renderNode, preserveWhitespace: true }, // keeps soft line breaks
    );
  });
  const html = blocks.join('');
  const words = richText.text.split(' ').length;
  const readingMinutes = Math.max(1, Math.round(words / wordsPerMinute));
  return {
    body: hasContent
      ? { html, headings, readingMinutes, pauses: findPauses(blocks) }
      : { html: '', headings: [], readingMinutes, pauses: [] },
    problems: [...problems],
  };
}
