/** Rebuilds rich text from allowed nodes, marks and links, because the official renderer trusts its input. */
import {
  BLOCKS,
  INLINES,
  MARKS,
  TEXT_CONTAINERS,
  TOP_LEVEL_BLOCKS,
  VOID_BLOCKS,
  type Block,
  type Inline,
  type Text,
  type TopLevelBlock,
} from '@contentful/rich-text-types';
import * as v from 'valibot';
import { readText } from '../../read-text.ts';
import { lenientObject } from '../../schemas.ts';
import { isRecord } from '../../unknown.ts';
import { parseLink } from '../contentful/wire.ts';

export type Node = Block | Inline;

const deepest = 100;
const mostNodes = 50_000;

const isOneOf = <T extends string>(values: readonly T[]) => {
  const known = new Set<unknown>(values);
  return (value: unknown): value is T => known.has(value);
};
const isBlock = isOneOf(Object.values(BLOCKS));
const isInline = isOneOf(Object.values(INLINES));
const isTopLevel = isOneOf(TOP_LEVEL_BLOCKS);
const isMark = isOneOf(Object.values(MARKS));
const isTextBlock = isOneOf(TEXT_CONTAINERS);
const isVoid = isOneOf(VOID_BLOCKS);
export const isList = isOneOf([BLOCKS.UL_LIST, BLOCKS.OL_LIST]);
const isCell = isOneOf([BLOCKS.TABLE_CELL, BLOCKS.TABLE_HEADER_CELL]);
/** Blocks of parts. A part elsewhere gives way to its content. */
const partsOf: Partial<Record<BLOCKS, readonly [BLOCKS, ...BLOCKS[]]>> = {
  [BLOCKS.UL_LIST]: [BLOCKS.LIST_ITEM],
  [BLOCKS.OL_LIST]: [BLOCKS.LIST_ITEM],
  [BLOCKS.TABLE]: [BLOCKS.TABLE_ROW],
  [BLOCKS.TABLE_ROW]: [BLOCKS.TABLE_CELL, BLOCKS.TABLE_HEADER_CELL],
};

/** A node of which nothing is known yet but that it is an object. */
type RawNode = Readonly<
  Partial<Record<'nodeType' | 'data' | 'content' | 'value' | 'marks', unknown>>
>;

const optionalText = v.fallback(v.optional(v.string()), undefined);
const optionalNumber = v.fallback(
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  undefined,
);
const nodeData = lenientObject({
  /** Of a link, or of a picture or video that is no item of the space. `title` and `caption` are its texts. */
  uri: optionalText,
  title: optionalText,
  caption: optionalText,
  /** Of a paragraph that is a block of code; '' without a known language. */
  language: optionalText,
  /** The first number of a list. */
  start: optionalNumber,
  colspan: optionalNumber,
  rowspan: optionalNumber,
  /** The type of a linked entry that is there. */
  found: optionalText,
  /** The entry in the body, and its field, that the node came from. */
  entry: optionalText,
  field: optionalText,
});

/** Keeps the parts of a node's data that the renderer reads, without anything nested in them. */
function pickData(data: unknown) {
  // Most nodes have none.
  if (!isRecord(data) || Object.keys(data).length === 0) return {};
  const { target } = data;
  const { urn } = isRecord(target) && isRecord(target.sys) ? target.sys : {};
  return {
    ...v.parse(nodeData, data),
    ...(target !== undefined && { target: { sys: parseLink(target) } }),
    // Of another space.
    ...(typeof urn === 'string' && { uri: urn }),
  };
}

export const toArray = (value: unknown) => (Array.isArray(value) ? Array.from<unknown>(value) : []);

/** Spaces at which no line breaks, where none of these asks for one: numbers, units, § and signs with a space before them. */
const stuck = /(?<![\p{N}\p{Sc}§№%‰°«»?!:;–—])[\u00a0\u2007\u202f](?![\p{N}\p{Sc}§№%‰°«»?!:;–—])/gu;
/** Lets lines break between words: text pasted from Outlook, Word or a chat may have nothing but such spaces. */
const loosenSpaces = (text: string) => text.replace(stuck, ' ');

/** Rebuilds the tree from known node types, up to a maximum depth and size. @returns its blocks, and `assets` in them */
function rebuild(root: unknown, report: (problem: string) => void) {
  let nodes = 0;
  const assets = new Map<string, Node>();
  const noteAsset = <T extends Node>(node: T): T => {
    if (node.nodeType === BLOCKS.EMBEDDED_ASSET || node.nodeType === INLINES.ASSET_HYPERLINK)
      assets.set(getTargetId(node), node);
    return node;
  };

  /** Reads the nodes of a list. Other values are dropped. */
  const openAll = (content: unknown, depth: number): RawNode[] =>
    toArray(content).flatMap((node) => {
      if (!isRecord(node)) return [];
      if (++nodes > mostNodes || depth > deepest) {
        report('is too long or nested too deep; the rest of it is left out');
        return [];
      }
      const { nodeType } = node;
      if (nodeType !== 'text' && !isBlock(nodeType) && !isInline(nodeType))
        report('has a part of an unknown kind, shown as plain text');
      return [node];
    });

  const rebuildText = ({ value, marks }: RawNode): Text => {
    const known = toArray(marks).flatMap((mark) =>
      isRecord(mark) && isMark(mark.type) ? [mark.type] : [],
    );
    const clean = typeof value === 'string' ? readText(value) : '';
    return {
      nodeType: 'text',
      // The renderer keeps runs of spaces, which have a meaning in code only.
      value: known.includes(MARKS.CODE) ? clean : loosenSpaces(clean).replace(/ {2,}/g, ' '),
      marks: [...new Set(known)].map((type) => ({ type })),
      data: {},
    };
  };

  /** @param isNested whether a link surrounds the nodes: HTML forbids nested links, so only their text stays */
  const rebuildInlines = (
    raws: readonly RawNode[],
    depth: number,
    isNested = false,
  ): (Inline | Text)[] =>
    raws.flatMap((raw) => {
      const { nodeType, data } = raw;
      if (nodeType === 'text') return [rebuildText(raw)];
      const children = openAll(raw.content, depth + 1);
      const content = rebuildInlines(children, depth + 1, isNested || isInline(nodeType));
      return isInline(nodeType) && !isNested
        ? [noteAsset({ nodeType, data: pickData(data), content })]
        : content;
    });

  /** A block that is not allowed gives way to its content, or is wrapped in a part where only parts are allowed. */
  const rebuildBlocks = (
    content: unknown,
    depth: number,
    parts?: readonly [BLOCKS, ...BLOCKS[]],
  ): Block[] => {
    const allowed = parts ?? TOP_LEVEL_BLOCKS;
    const blocks: Block[] = [];
    let loose: (Inline | Text)[] = [];
    // Text and links between blocks become a paragraph.
    const closeParagraph = () => {
      if (loose.some((node) => node.nodeType !== 'text' || getText(node).trim() !== ''))
        blocks.push({ nodeType: BLOCKS.PARAGRAPH, data: {}, content: loose });
      loose = [];
    };
    for (const raw of openAll(content, depth)) {
      if (!parts && (raw.nodeType === 'text' || isInline(raw.nodeType))) {
        loose.push(...rebuildInlines([raw], depth));
        continue;
      }
      closeParagraph();
      const nodeType = allowed.find((type) => type === raw.nodeType);
      if (nodeType) blocks.push(...rebuildBlock(nodeType, raw, depth));
      else if (parts) blocks.push(...rebuildBlock(parts[0], { content: [raw] }, depth));
      else blocks.push(...rebuildBlocks(raw.content, depth + 1));
    }
    closeParagraph();
    return blocks;
  };

  const rebuildBlock = (nodeType: BLOCKS, raw: RawNode, depth: number): Block[] => {
    if (isVoid(nodeType)) return [noteAsset({ nodeType, data: pickData(raw.data), content: [] })];
    const content = isTextBlock(nodeType)
      ? rebuildInlines(openAll(raw.content, depth + 1), depth + 1)
      : rebuildBlocks(raw.content, depth + 1, partsOf[nodeType]);
    // An empty cell keeps the other cells in their columns.
    const mayBeEmpty = isTextBlock(nodeType) || isCell(nodeType);
    return content.length > 0 || mayBeEmpty
      ? [{ nodeType, data: pickData(raw.data), content }]
      : [];
  };

  const blocks = rebuildBlocks(isRecord(root) ? root.content : [], 1).flatMap(
    ({ nodeType, ...block }): TopLevelBlock[] =>
      isTopLevel(nodeType) ? [{ nodeType, ...block }] : [],
  );
  return { blocks, assets };
}

/** The text of a node and its descendants; `apart` is added after every block. */
export const getText = (node: Node | Text, apart = ''): string =>
  'value' in node
    ? node.value
    : node.content.map((child) => getText(child, apart)).join('') +
      (isBlock(node.nodeType) ? apart : '');

// A single space stays as it is: replacing it would take most of the time.
export const toOneLine = (text: string) => text.replace(/\s{2,}|[^\S ]/g, ' ').trim();

/** Shortens a text at a word: a thousand cards of one long entry would grow with the product of both. */
export function shorten(text: string, most = 300): string {
  if (text.length <= most) return text;
  const whole = text.slice(0, most).replace(/[\s\p{P}]+\S*$/u, '');
  // Some scripts have no spaces.
  const cut = whole.length > most / 2 ? whole : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${cut}…`;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Takes the first sentences of the paragraphs, lists and quotations of a body, as one line. */
export function takeOpening({ blocks }: Pick<RichText, 'blocks'>, most: number): string {
  let text = '';
  for (const block of blocks) {
    const { nodeType } = block;
    const isProse = nodeType === BLOCKS.PARAGRAPH || nodeType === BLOCKS.QUOTE || isList(nodeType);
    if (isProse && getData(block).language === undefined) text += `${getText(block, ' ')} `;
    if (text.length > 2 * most) break;
  }
  let opening = '';
  for (const { segment } of sentences.segment(toOneLine(text.slice(0, 4 * most)))) {
    if (opening.length + segment.trimEnd().length > most)
      return opening.trim() || shorten(segment, most);
    opening += segment;
  }
  return opening.trim();
}

const noData = v.parse(nodeData, {});
export const getData = ({ data }: Node) =>
  Object.keys(data).length === 0 ? noData : v.parse(nodeData, data);

/** The id of the item that a node shows or links to, or the address of what is no item of the space. */
export const getTargetId = (node: Node): string =>
  parseLink(node.data.target).id ?? getData(node).uri ?? '';

/** Checks a document. Never throws: an invalid one becomes an empty one. */
export function parseRichText(document: unknown) {
  const { data } = isRecord(document) ? document : {};
  const known = isRecord(data) ? toArray(data.problems) : [];
  const problems = new Set(known.filter((one) => typeof one === 'string'));
  const { blocks, assets } = rebuild(document, (problem) => void problems.add(problem));
  return {
    blocks,
    /** On one line. */
    text: toOneLine(blocks.map((block) => getText(block, ' ')).join('')),
    /** Assets that the document embeds or links to, by id or address. They must be prepared before rendering. */
    assets,
    problems: [...problems],
  };
}

export type RichText = ReturnType<typeof parseRichText>;

/** The text of a document or string on one line; '' for other values. */
export const flattenText = (value: unknown): string =>
  typeof value === 'string' ? toOneLine(readText(value)) : parseRichText(value).text;
