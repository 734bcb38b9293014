/**
 * Rich text → safe HTML, by the rules of spec §2. The only import of the official renderer, which
 * trusts its input; so the tree is rebuilt first from what the format allows, and every node, mark and
 * link then has an output of ours.
 */
import {
  documentToHtmlString,
  type Next,
  type RenderNode,
} from '@contentful/rich-text-html-renderer';
import {
  BLOCKS,
  INLINES,
  MARKS,
  TOP_LEVEL_BLOCKS,
  type Block,
  type Inline,
  type Text,
  type TopLevelBlock,
} from '@contentful/rich-text-types';
import type { Body, Heading, Picture } from './records.ts';
import { hasKey, isRecord } from './unknown.ts';

/** What links and embeds of a document lead to; all of it prepared before, so rendering is pure. */
export interface RichTextContext {
  /** The published post or resource with this id; null when it is none of ours or unpublished. */
  getEntry(id: string): { path: string; title: string; text: string } | null;
  getAsset(id: string): EmbeddedAsset | null;
}

export type EmbeddedAsset =
  | { kind: 'image'; picture: Picture; caption: string }
  | { kind: 'file'; href: string; title: string; type: string; size: number | null };

/** What was found wrong, for the editors' report. */
export type RichTextProblem = string;

type Node = Block | Inline;

const deepest = 100;
const mostNodes = 50_000;

const isOneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown): value is T =>
    values.some((known) => known === value);
const isBlock = isOneOf(Object.values(BLOCKS));
const isInline = isOneOf(Object.values(INLINES));
const isTopLevel = isOneOf(TOP_LEVEL_BLOCKS);
const isMark = isOneOf(Object.values(MARKS));
/** Blocks that hold text; the others hold blocks. */
const isTextBlock = isOneOf([
  BLOCKS.PARAGRAPH,
  BLOCKS.HEADING_1,
  BLOCKS.HEADING_2,
  BLOCKS.HEADING_3,
  BLOCKS.HEADING_4,
  BLOCKS.HEADING_5,
  BLOCKS.HEADING_6,
]);

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** What these blocks must be made of; anything else in them is wrapped in it. */
const parts: Partial<Record<BLOCKS, BLOCKS>> = {
  [BLOCKS.UL_LIST]: BLOCKS.LIST_ITEM,
  [BLOCKS.OL_LIST]: BLOCKS.LIST_ITEM,
  [BLOCKS.TABLE]: BLOCKS.TABLE_ROW,
  [BLOCKS.TABLE_ROW]: BLOCKS.TABLE_CELL,
};
const isCell = isOneOf([BLOCKS.TABLE_CELL, BLOCKS.TABLE_HEADER_CELL]);

const isBlockNode = (node: Node | Text): node is Block => isBlock(node.nodeType);

const paragraph = (...content: (Inline | Text)[]): Block => ({
  nodeType: BLOCKS.PARAGRAPH,
  data: {},
  content,
});

/** The same tree out of known parts only: own properties, strings, known types, bounded depth and size. */
function rebuild(root: unknown, report: (problem: RichTextProblem) => void): TopLevelBlock[] {
  let nodes = 0;

  /** The node's own type, data and content, or null where there is nothing to go on with. */
  const open = (node: unknown, depth: number) => {
    if (!isRecord(node)) return null;
    if (++nodes > mostNodes || depth > deepest) {
      report('is too large or nested too deep; the rest of it is left out');
      return null;
    }
    const own = (key: string) => (Object.hasOwn(node, key) ? node[key] : undefined);
    const content = own('content');
    const data = own('data');
    const nodeType = own('nodeType');
    if (nodeType !== 'text' && !isBlock(nodeType) && !isInline(nodeType))
      report('has a part of an unknown type, shown as plain text');
    return {
      nodeType,
      data: isRecord(data) ? data : {},
      content: Array.isArray(content) ? Array.from<unknown>(content) : [],
      value: own('value'),
      marks: own('marks'),
    };
  };

  type Opened = NonNullable<ReturnType<typeof open>>;

  const rebuildText = ({ value, marks }: Opened): Text => {
    const known = (Array.isArray(marks) ? marks : []).flatMap((mark: unknown) =>
      hasKey(mark, 'type') && isMark(mark.type) ? [{ type: mark.type }] : [],
    );
    const isCode = known.some(({ type }) => type === MARKS.CODE);
    const written = typeof value === 'string' ? value : '';
    // The renderer keeps runs of spaces, which only code means.
    return {
      nodeType: 'text',
      value: isCode ? written : written.replace(/ {2,}/g, ' '),
      marks: known,
      data: {},
    };
  };

  const rebuildInlines = (content: readonly unknown[], depth: number): (Inline | Text)[] =>
    content.flatMap((node) => {
      const opened = open(node, depth);
      if (!opened) return [];
      const { nodeType, data } = opened;
      if (nodeType === 'text') return [rebuildText(opened)];
      const children = rebuildInlines(opened.content, depth + 1);
      return isInline(nodeType) ? [{ nodeType, data, content: children }] : children;
    });

  const rebuildBlocks = (content: readonly unknown[], depth: number): Block[] =>
    content.flatMap((node): Block[] => {
      const opened = open(node, depth);
      if (!opened) return [];
      const { nodeType, data } = opened;
      // Loose text between blocks gets the paragraph that it lacks.
      if (nodeType === 'text') {
        const text = rebuildText(opened);
        return text.value.trim() ? [paragraph(text)] : [];
      }
      if (isInline(nodeType)) {
        const children = rebuildInlines(opened.content, depth + 1);
        return [paragraph({ nodeType, data, content: children })];
      }
      if (isTextBlock(nodeType))
        return [{ nodeType, data, content: rebuildInlines(opened.content, depth + 1) }];
      const children = rebuildBlocks(opened.content, depth + 1);
      if (!isBlock(nodeType) || nodeType === BLOCKS.DOCUMENT) return children;
      const part = parts[nodeType];
      return [
        {
          nodeType,
          data,
          content: part
            ? children.map((child) =>
                child.nodeType === part || (part === BLOCKS.TABLE_CELL && isCell(child.nodeType))
                  ? child
                  : { nodeType: part, data: {}, content: [child] },
              )
            : children,
        },
      ];
    });

  const flattenParts = (block: Block): TopLevelBlock[] => {
    const { nodeType } = block;
    if (isTopLevel(nodeType)) return [{ ...block, nodeType }];
    return block.content.flatMap((child) => (isBlockNode(child) ? flattenParts(child) : []));
  };

  const opened = open(root, 0);
  return opened ? rebuildBlocks(opened.content, 1).flatMap(flattenParts) : [];
}

/** The text of a node and all below it; with `apart`, a space after every block. */
const getText = (node: Node | Text, apart = ''): string =>
  'value' in node
    ? node.value
    : node.content.map((child) => getText(child, apart)).join('') +
      (isBlock(node.nodeType) ? apart : '');

/** The text of a document or a plain string on one line (spec §3, flattening). */
export function flattenText(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : rebuild(value, () => undefined)
          .map((node) => getText(node, ' '))
          .join('');
  return text.replace(/\s+/g, ' ').trim();
}

/** Ids of all assets a document embeds or links to, so that they can be prepared before it is rendered. */
export function collectAssetIds(document: unknown): string[] {
  const ids = new Set<string>();
  const visit = (node: Node | Text) => {
    if (!('content' in node)) return;
    if (node.nodeType === BLOCKS.EMBEDDED_ASSET || node.nodeType === INLINES.ASSET_HYPERLINK)
      ids.add(getTargetId(node));
    node.content.forEach(visit);
  };
  rebuild(document, () => undefined).forEach(visit);
  return [...ids];
}

/** Id of the entry or asset that a node refers to, '' when it does not say. */
function getTargetId(node: Node): string {
  const target: unknown = node.data['target'];
  return hasKey(target, 'sys') && hasKey(target.sys, 'id') && typeof target.sys.id === 'string'
    ? target.sys.id
    : '';
}

const schemes = /^(https?:|mailto:|tel:)/i;

/** An address a link may have, or null: web, mail, phone, a path of ours, a fragment. */
export function parseHref(uri: unknown): string | null {
  if (typeof uri !== 'string') return null;
  const trimmed = uri.trim();
  // eslint-disable-next-line no-control-regex -- browsers drop these, and with them the scheme's disguise
  if (/[\u0000-\u001f\u007f\\]/.test(trimmed)) return null;
  if (/^#[^\s]*$/.test(trimmed) || /^\/(?!\/)/.test(trimmed)) return trimmed;
  if (!schemes.test(trimmed) || !URL.canParse(trimmed)) return null;
  const { username, password, protocol, hostname } = new URL(trimmed);
  if (username || password) return null;
  return protocol.startsWith('http') && !hostname ? null : trimmed;
}

const slugify = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'section';

const sizeUnits = ['B', 'KB', 'MB', 'GB'];
/** '1.2 MB' */
function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)), 3);
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : String(Math.round(value))} ${sizeUnits[power] ?? ''}`;
}

const newTab = '<span class="visually-hidden"> (opens in a new tab)</span>';

/** `<picture>` of our own files; lazy, with its dimensions. */
export function renderPicture({ src, srcset, sources, alt, width, height }: Picture): string {
  const sizes = ' sizes="(width >= 768px) 41rem, 100vw"';
  const attribute = (name: string, value: string | number | null) =>
    value === null || value === '' ? '' : ` ${name}="${escape(String(value))}"`;
  return [
    '<picture>',
    ...sources.map(
      (source) =>
        `<source type="${escape(source.type)}" srcset="${escape(source.srcset)}"${sizes}>`,
    ),
    `<img src="${escape(src)}" alt="${escape(alt)}"${attribute('width', width)}${attribute('height', height)}${attribute('srcset', srcset)}${srcset && sizes} loading="lazy" decoding="async">`,
    '</picture>',
  ].join('');
}

function renderAsset(asset: EmbeddedAsset | null): string {
  if (!asset) return '';
  if (asset.kind === 'image') {
    const caption = asset.caption && asset.caption !== asset.picture.alt;
    return `<figure class="figure">${renderPicture(asset.picture)}${caption ? `<figcaption>${escape(asset.caption)}</figcaption>` : ''}</figure>`;
  }
  const about = [asset.type, asset.size === null ? '' : formatSize(asset.size)].filter(Boolean);
  return `<p class="download"><a href="${escape(asset.href)}">${escape(asset.title)}</a> <span>(${escape(about.join(', '))})</span></p>`;
}

/**
 * Renders an entry's rich text. Total: any value gives safe HTML, and an empty body `''`.
 * Heading 1 becomes level 2, levels never skip, every heading has an id of its own.
 */
export function renderBody(
  document: unknown,
  context: RichTextContext,
): { body: Body; problems: readonly RichTextProblem[] } {
  const problems = new Set<RichTextProblem>();
  const report = (problem: RichTextProblem) => problems.add(problem);
  const headings: Heading[] = [];
  const ids = new Map<string, number>();
  let level = 1;

  const tree = rebuild(document, report);
  const hasContent = (node: Node | Text): boolean =>
    'value' in node
      ? node.value.trim() !== ''
      : node.nodeType === BLOCKS.EMBEDDED_ASSET || node.content.some(hasContent);
  if (!tree.some(hasContent)) return { body: { html: '', headings: [] }, problems: [...problems] };

  const renderHeading = (node: Node, next: Next, wanted: number): string => {
    const text = getText(node).replace(/\s+/g, ' ').trim();
    if (!text) return '';
    const allowed = Math.min(Math.max(wanted, 2), level + 1);
    if (allowed < wanted) report(`jumps to heading level ${String(wanted)} at '${text}'`);
    level = allowed;
    const base = slugify(text);
    const count = (ids.get(base) ?? 0) + 1;
    ids.set(base, count);
    const id = count === 1 ? base : `${base}-${String(count)}`;
    ids.set(id, Math.max(ids.get(id) ?? 0, 1));
    headings.push({ id, level, text });
    return `<h${String(level)} id="${escape(id)}">${next(node.content)}</h${String(level)}>`;
  };

  const renderEntryLink = (node: Node, next: Next): string => {
    const entry = context.getEntry(getTargetId(node));
    const inner = next(node.content);
    if (!entry) {
      report('links to an entry that is not published');
      return inner;
    }
    return `<a href="${escape(entry.path)}">${inner || escape(entry.title)}</a>`;
  };

  const renderNode: RenderNode = {
    [BLOCKS.PARAGRAPH]: (node, next) => {
      const texts = node.content.filter((child) => getText(child) !== '');
      if (texts.length === 0 && !node.content.some((child) => 'content' in child)) return '';
      const isCode = texts.every(
        (child) => 'value' in child && child.marks.some(({ type }) => type === 'code'),
      );
      return isCode && texts.length > 0
        ? `<pre><code>${escape(texts.map((child) => getText(child)).join(''))}</code></pre>`
        : `<p>${next(node.content)}</p>`;
    },
    [BLOCKS.HEADING_1]: (node, next) => renderHeading(node, next, 2),
    [BLOCKS.HEADING_2]: (node, next) => renderHeading(node, next, 2),
    [BLOCKS.HEADING_3]: (node, next) => renderHeading(node, next, 3),
    [BLOCKS.HEADING_4]: (node, next) => renderHeading(node, next, 4),
    [BLOCKS.HEADING_5]: (node, next) => renderHeading(node, next, 5),
    [BLOCKS.HEADING_6]: (node, next) => renderHeading(node, next, 6),
    [BLOCKS.HR]: () => '<hr>',
    // One paragraph in an item or a cell needs no paragraph of its own.
    [BLOCKS.LIST_ITEM]: (node, next) => `<li>${renderTight(node, next)}</li>`,
    [BLOCKS.TABLE]: (node, next) =>
      `<div class="table-scroll" role="region" aria-label="Table" tabindex="0"><table>${next(node.content)}</table></div>`,
    [BLOCKS.TABLE_HEADER_CELL]: (node, next) => `<th scope="col">${renderTight(node, next)}</th>`,
    [BLOCKS.TABLE_CELL]: (node, next) => `<td>${renderTight(node, next)}</td>`,
    [BLOCKS.EMBEDDED_ASSET]: (node) => {
      const asset = context.getAsset(getTargetId(node));
      if (!asset) report('embeds an asset that is not published');
      return renderAsset(asset);
    },
    [BLOCKS.EMBEDDED_ENTRY]: (node) => {
      const entry = context.getEntry(getTargetId(node));
      if (!entry) {
        report('embeds an entry that is not published');
        return '';
      }
      return `<aside class="entry-card"><a href="${escape(entry.path)}">${escape(entry.title)}</a><p>${escape(entry.text)}</p></aside>`;
    },
    [BLOCKS.EMBEDDED_RESOURCE]: () => '',
    [INLINES.EMBEDDED_ENTRY]: renderEntryLink,
    [INLINES.ENTRY_HYPERLINK]: renderEntryLink,
    [INLINES.ASSET_HYPERLINK]: (node, next) => {
      const asset = context.getAsset(getTargetId(node));
      const inner = next(node.content);
      if (!asset) {
        report('links to an asset that is not published');
        return inner;
      }
      const href = asset.kind === 'image' ? asset.picture.src : asset.href;
      return `<a href="${escape(href)}">${inner}</a>`;
    },
    [INLINES.HYPERLINK]: (node, next) => {
      const inner = next(node.content);
      const href = parseHref(node.data['uri']);
      if (href === null) {
        report('has a link whose address is not allowed; its text stays');
        return inner;
      }
      if (!getText(node).trim()) return '';
      if (href.startsWith('#')) return `<a href="${escape(href)}">${inner}</a>`;
      return `<a href="${escape(href)}" target="_blank" rel="noopener noreferrer">${inner}${newTab}</a>`;
    },
    [INLINES.EMBEDDED_RESOURCE]: (node, next) => next(node.content),
    [INLINES.RESOURCE_HYPERLINK]: (node, next) => next(node.content),
  };

  const renderTight = (node: Node, next: Next): string => {
    const [only, ...more] = node.content;
    const tight =
      only && 'content' in only && only.nodeType === BLOCKS.PARAGRAPH && more.length === 0;
    return next((tight ? only : node).content);
  };

  const html = documentToHtmlString(
    { nodeType: BLOCKS.DOCUMENT, data: {}, content: tree },
    { renderNode, preserveWhitespace: true }, // soft line breaks
  );
  return { body: { html, headings }, problems: [...problems] };
}
