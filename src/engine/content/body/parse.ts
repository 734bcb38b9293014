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
import { lenientObject, isRecord } from '../../base/schemas.ts';
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
const isOfLine = (node: Node | Text): node is Inline | Text =>
  node.nodeType === 'text' || isInline(node.nodeType);
const isMark = isOneOf(Object.values(MARKS));
const isTextBlock = (nodeType: BLOCKS) => TEXT_CONTAINERS.includes(nodeType);
const isVoid = (nodeType: BLOCKS) => VOID_BLOCKS.includes(nodeType);
export const isList = isOneOf([BLOCKS.UL_LIST, BLOCKS.OL_LIST]);
const isCell = isOneOf([BLOCKS.TABLE_CELL, BLOCKS.TABLE_HEADER_CELL]);
const isEmbeddedEntry = isOneOf([BLOCKS.EMBEDDED_ENTRY, INLINES.EMBEDDED_ENTRY]);
const isOfTopLevel = isOneOf(TOP_LEVEL_BLOCKS);
const isTopLevel = (block: Block): block is TopLevelBlock => isOfTopLevel(block.nodeType);
/** Blocks of parts, with the kinds of their parts. A part elsewhere gives way to its content. */
const partsOf = new Map<BLOCKS, readonly [BLOCKS, ...BLOCKS[]]>([
  [BLOCKS.UL_LIST, [BLOCKS.LIST_ITEM]],
  [BLOCKS.OL_LIST, [BLOCKS.LIST_ITEM]],
  [BLOCKS.TABLE, [BLOCKS.TABLE_ROW]],
  [BLOCKS.TABLE_ROW, [BLOCKS.TABLE_CELL, BLOCKS.TABLE_HEADER_CELL]],
]);

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
  /** The number of a footnote, of the link to it, and its id, of the item of a list. */
  note: optionalText,
  anchor: optionalText,
  /** Whether an entry that is not there may be one that links no longer reach. */
  isFar: v.fallback(v.optional(v.boolean()), undefined),
  /** The type of a linked entry that is there. */
  found: optionalText,
  /** The entry in the body, and its field, that the node came from. */
  entry: optionalText,
  field: optionalText,
});

/** Data of a node that was parsed. */
type NodeData = v.InferOutput<typeof nodeData>;

const noData = {};

/** A list as it is; nothing for other values. */
const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Lets lines break between words: text pasted from Word or a chat may have nothing but spaces that do not break. */
const loosenSpaces = (text: string) => text.replace(/(?<=^|[\p{L},.])\u00a0(?=$|\p{L})/gu, ' ');

function parseText({ value, marks }: RawNode): Text {
  const known = toArray(marks)
    .flatMap((mark) => (isRecord(mark) && isMark(mark.type) ? [mark.type] : []))
    .filter((type, at, all) => all.indexOf(type) === at);
  const text = typeof value === 'string' ? value : '';
  return {
    nodeType: 'text',
    // The renderer keeps runs of spaces, which have a meaning in code only.
    value: known.includes(MARKS.CODE) ? text : loosenSpaces(text).replace(/ {2,}/g, ' '),
    marks: known.map((type) => ({ type })),
    data: noData,
  };
}

/** Puts text and links that stand between blocks into paragraphs. */
function wrapLooseText(nodes: readonly RawNode[]): RawNode[] {
  const wrapped: RawNode[] = [];
  let loose: RawNode[] | null = null;
  for (const node of nodes) {
    if (node.nodeType !== 'text' && !isInline(node.nodeType)) {
      wrapped.push(node);
      loose = null;
    } else if (loose) loose.push(node);
    else {
      loose = [node];
      wrapped.push({ nodeType: BLOCKS.PARAGRAPH, content: loose });
    }
  }
  return wrapped;
}

/** What a text knows of the entries that it links to. */
export interface LinkedEntries {
  /** The type of an entry that is there. */
  getType: (id: string) => string | undefined;
  /** Whether links from here lead further than entries are read. */
  isFar: () => boolean;
  /** Reads what stands in place of an embedded entry, or its name within a line; null for an entry that has a page. */
  readEntry: (
    target: unknown,
    place: 'text' | 'line',
    depth: number,
  ) => { blocks: Block[]; heading: string } | null;
}

const noEntries: LinkedEntries = {
  getType: () => undefined,
  isFar: () => false,
  readEntry: () => null,
};

/** An address of a file as Contentful has them: host, space, asset, token, name. */
const fileAddress = /^(?:https?:)?\/\/[^/]+(?:\/[^/?#]+){3}\/[^/?#]+\.\w+/;

/** Creates the one walk through a text: its parts share the maximum of nodes, and what is found in them. */
export function createParser(
  report: (problem: string) => void,
  { getType, isFar, readEntry }: LinkedEntries = noEntries,
) {
  let nodes = 0;
  const assets = new Map<string, Node>();
  const links: unknown[] = [];

  /** Keeps the parts of a node's data that the renderer reads, without anything nested in them. */
  const parseData = (data: unknown): Node['data'] => {
    // Most nodes have none.
    if (!isRecord(data) || Object.keys(data).length === 0) return noData;
    const parsed = v.parse(nodeData, data);
    const { target } = data;
    if (target === undefined) return parsed;
    const link = { sys: parseLink(target) };
    links.push(link);
    const found = getType(link.sys.id ?? '');
    const { urn } = isRecord(target) && isRecord(target.sys) ? target.sys : {};
    // An address is of another space.
    return {
      ...parsed,
      target: link,
      found,
      ...(isFar() && { isFar: true }),
      ...(typeof urn === 'string' && { uri: urn }),
    };
  };

  const noteAsset = <T extends Node>(node: T): T => {
    const id = getTargetId(node);
    const isAsset =
      node.nodeType === BLOCKS.EMBEDDED_ASSET || node.nodeType === INLINES.ASSET_HYPERLINK;
    const isFile = node.nodeType === INLINES.HYPERLINK && fileAddress.test(id);
    // A picture says more of a file than a link to it.
    if (isAsset || (isFile && !assets.has(id))) assets.set(id, node);
    return node;
  };

  /** Lists the nodes in a value. Other values are dropped. */
  const listNodes = (content: unknown, depth: number): RawNode[] => {
    const listed: RawNode[] = [];
    for (const node of toArray(content)) {
      if (!isRecord(node)) continue;
      nodes += 1;
      if (nodes > mostNodes || depth > deepest) {
        report('is too long or nested too deep; the rest of it is left out');
        break;
      }
      const { nodeType } = node;
      if (nodeType !== 'text' && !isBlock(nodeType) && !isInline(nodeType))
        report('has a part of an unknown kind, shown as plain text');
      listed.push(node);
    }
    return listed;
  };

  const parseInline = (raw: RawNode, depth: number, isNested: boolean): (Inline | Text)[] => {
    const { nodeType, data } = raw;
    if (nodeType === 'text') return [parseText(raw)];
    if (isEmbeddedEntry(nodeType)) {
      const entry = readEntry(isRecord(data) ? data.target : null, 'line', depth);
      const [block, ...others] = entry?.blocks ?? [];
      const isOneLine = !entry?.heading && others.length === 0 && !isNested;
      // Its marks and its link stay.
      if (isOneLine && block?.nodeType === BLOCKS.PARAGRAPH) return block.content.filter(isOfLine);
      if (entry) return [parseText({ value: entry.heading || getPlainText(entry.blocks) })];
    }
    const isLink = isInline(nodeType);
    const content = parseInlines(raw.content, depth + 1, isNested || isLink);
    return isLink && !isNested
      ? [noteAsset({ nodeType, data: parseData(data), content })]
      : content;
  };

  /** @param isNested whether a link surrounds the nodes: HTML forbids nested links, so only their text stays */
  const parseInlines = (content: unknown, depth: number, isNested = false): (Inline | Text)[] =>
    listNodes(content, depth).flatMap((raw) => parseInline(raw, depth, isNested));

  /** A block of an unknown kind, or a part outside of its block, gives way to its content. */
  const parseBlocks = (content: unknown, depth: number): Block[] =>
    wrapLooseText(listNodes(content, depth)).flatMap((raw) => {
      const nodeType = TOP_LEVEL_BLOCKS.find((type) => type === raw.nodeType);
      return nodeType ? parseBlock(nodeType, raw, depth) : parseBlocks(raw.content, depth + 1);
    });

  /** Anything else within a block of parts becomes the content of a part of the first kind. */
  const parseParts = (content: unknown, depth: number, kinds: readonly [BLOCKS, ...BLOCKS[]]) =>
    listNodes(content, depth).flatMap((raw) => {
      const kind = kinds.find((one) => one === raw.nodeType);
      return kind ? parseBlock(kind, raw, depth) : parseBlock(kinds[0], { content: [raw] }, depth);
    });

  const parseContent = (nodeType: BLOCKS, content: unknown, depth: number) => {
    const kinds = partsOf.get(nodeType);
    if (kinds) return parseParts(content, depth, kinds);
    return isTextBlock(nodeType) ? parseInlines(content, depth) : parseBlocks(content, depth);
  };

  const parseBlock = (nodeType: BLOCKS, raw: RawNode, depth: number): Block[] => {
    if (isEmbeddedEntry(nodeType)) {
      const entry = readEntry(isRecord(raw.data) ? raw.data.target : null, 'text', depth);
      if (entry) return entry.blocks;
    }
    if (isVoid(nodeType)) return [noteAsset({ nodeType, data: parseData(raw.data), content: [] })];
    const content = parseContent(nodeType, raw.content, depth + 1);
    // An empty cell keeps the other cells in their columns.
    const mayBeEmpty = isTextBlock(nodeType) || isCell(nodeType);
    return content.length > 0 || mayBeEmpty
      ? [{ nodeType, data: parseData(raw.data), content }]
      : [];
  };

  return {
    /** Parses the nodes in a value, which stand this deep in the text. */
    parseBlocks,
    /** Makes the parts of the text, and what was found in them, a whole. */
    finish: (blocks: readonly Block[], problems: Iterable<string>): RichText => ({
      blocks: blocks.filter(isTopLevel),
      assets: [...assets.values()],
      links,
      problems: [...problems],
    }),
  };
}

/** Rich text that was checked. */
export interface RichText {
  blocks: TopLevelBlock[];
  /** Nodes with assets that the text embeds or links to, each asset once. They must be prepared before rendering. */
  assets: Node[];
  /** Links to entries and assets. */
  links: readonly unknown[];
  problems: readonly string[];
}

export const noRichText: RichText = { blocks: [], assets: [], links: [], problems: [] };

/** Rich text that the snapshot keeps: a pull checked it before. */
export const richTextSchema = v.custom<RichText>(isRecord);

/** The text of a node and its descendants; `apart` is added after every block. */
export function getText(node: Node | Text, apart = ''): string {
  if ('value' in node) return node.value;
  let text = '';
  for (const child of node.content) text += getText(child, apart);
  return isBlock(node.nodeType) ? text + apart : text;
}

/** Puts a text on one line. A single space stays as it is: replacing it would take most of the time. */
export const toOneLine = (text: string) => text.replace(/\s{2,}|[^\S ]/g, ' ').trim();

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a text at a word: a thousand cards of one long entry would grow with the product of both. */
export function shortenText(text: string, most = 300): string {
  if (text.length <= most) return text;
  // A sign of several characters, such as a family, stays whole.
  const { index = most } = characters.segment(text.slice(0, 2 * most)).containing(most) ?? {};
  const begun = text.slice(0, index || most);
  const words = begun.replace(/[\s\p{P}]+\S*$/u, '');
  // Some scripts have no spaces.
  return `${words.length > most / 2 ? words : begun}…`;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** An abbreviation that ends no sentence: 'Dr.', 'No.', 'U.S.'. */
const abbreviation = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{0,2}\.\s*$/u;

/** Lists the sentences of a text, with the spaces behind them. */
export function splitSentences(text: string): string[] {
  const split: string[] = [];
  let last = '';
  for (const { segment } of sentences.segment(text)) {
    if (abbreviation.test(last)) split.push((split.pop() ?? '') + segment);
    else split.push(segment);
    last = segment;
  }
  return split;
}

/** Whether a paragraph of rich text is code and nothing else. */
export const isWhollyCode = (block: Block): boolean =>
  block.nodeType === BLOCKS.PARAGRAPH &&
  getData(block).language === undefined &&
  getText(block) !== '' &&
  block.content.every(
    (child) =>
      'value' in child &&
      (child.value === '' || child.marks.some(({ type }) => type === MARKS.CODE)),
  );

/** Whether a list has the footnotes of a text. */
const isNotes = ({ content: [first] }: Block) =>
  first !== undefined && 'content' in first && getData(first).anchor !== undefined;

/** Takes the first sentences of the paragraphs, lists and quotations of a body, as one line. */
export function takeOpening({ blocks }: Pick<RichText, 'blocks'>, most: number): string {
  const prose = blocks.filter(
    (block) =>
      (block.nodeType === BLOCKS.PARAGRAPH && getData(block).language === undefined) ||
      block.nodeType === BLOCKS.QUOTE ||
      (isList(block.nodeType) && !isNotes(block)),
  );
  const text = getPlainText(prose.filter((block) => !isWhollyCode(block)));
  let opening = '';
  for (const sentence of splitSentences(text.slice(0, 4 * most))) {
    if (opening.length + sentence.trimEnd().length > most)
      return opening.trim() || shortenText(sentence, most);
    opening += sentence;
  }
  return opening.trim();
}

/** The data of a node that was parsed. */
export const getData = ({ data }: Node): NodeData => data;

/** The id of the item that a node shows or links to, or the address of what is no item of the space. */
export const getTargetId = (node: Node): string =>
  parseLink(node.data.target).id ?? getData(node).uri ?? '';

/** The text of blocks, on one line. */
export const getPlainText = (blocks: readonly Block[]) =>
  toOneLine(blocks.map((block) => getText(block, ' ')).join(''));

/** Whether a value is rich text as Contentful sends it. */
export const isDocument = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && value.nodeType === 'document';

/** Checks a document. Never throws: an invalid one becomes an empty one. */
export function parseRichText(document: unknown): RichText {
  const problems = new Set<string>();
  const { parseBlocks, finish } = createParser((problem) => void problems.add(problem));
  return finish(parseBlocks(isRecord(document) ? document.content : [], 1), problems);
}

/** The text of a document or string on one line, without footnotes; '' for other values. */
export const flattenText = (value: unknown): string =>
  typeof value === 'string'
    ? toOneLine(value)
    : getPlainText(parseRichText(value).blocks.filter((block) => !isNotes(block)));
