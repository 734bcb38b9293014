/** Writes Contentful rich text in code, for sample, built-in resources and tests. A string becomes a text node. */
import {
  BLOCKS,
  INLINES,
  MARKS,
  type Block,
  type Document,
  type Inline,
  type Text,
  type TopLevelBlock,
} from '@contentful/rich-text-types';

type InlineNode = Inline | Text;
type InlineContent = InlineNode | string;

const text = (value: string, ...marks: MARKS[]): Text => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
});

const inlines = (content: readonly InlineContent[]): InlineNode[] =>
  content.map((node) => (typeof node === 'string' ? text(node) : node));

const block = <T extends BLOCKS>(nodeType: T, content: (Block | Inline | Text)[], data = {}) => ({
  nodeType,
  data,
  content,
});

const link = (linkType: 'Entry' | 'Asset', id: string) => ({
  target: { sys: { type: 'Link', linkType, id } },
});

/** Creates a document, where a string becomes a paragraph. */
export const doc = (...content: (Block | string)[]): Document => ({
  nodeType: BLOCKS.DOCUMENT,
  data: {},
  content: content.map((one) => (typeof one === 'string' ? p(one) : one)) as TopLevelBlock[],
});

export const p = (...content: InlineContent[]): Block => block(BLOCKS.PARAGRAPH, inlines(content));
export const h1 = (...content: InlineContent[]): Block => block(BLOCKS.HEADING_1, inlines(content));
export const h2 = (...content: InlineContent[]): Block => block(BLOCKS.HEADING_2, inlines(content));
export const h3 = (...content: InlineContent[]): Block => block(BLOCKS.HEADING_3, inlines(content));
export const h4 = (...content: InlineContent[]): Block => block(BLOCKS.HEADING_4, inlines(content));
export const h5 = (...content: InlineContent[]): Block => block(BLOCKS.HEADING_5, inlines(content));
export const h6 = (...content: InlineContent[]): Block => block(BLOCKS.HEADING_6, inlines(content));
export const quote = (...content: InlineContent[]): Block => block(BLOCKS.QUOTE, [p(...content)]);
export const hr = (): Block => block(BLOCKS.HR, []);

/** Creates a list item of several blocks, such as a paragraph and a nested list. */
export const li = (...content: Block[]): Block => block(BLOCKS.LIST_ITEM, content);

/** Text becomes a list item with one paragraph. For several blocks, pass the result of `li`. */
type ListItem = string | readonly InlineContent[] | Block;
const items = (list: readonly ListItem[]): Block[] =>
  list.map((item) => {
    if (typeof item === 'string') return li(p(item));
    return 'nodeType' in item ? item : li(p(...item));
  });
export const ul = (...list: ListItem[]): Block => block(BLOCKS.UL_LIST, items(list));
export const ol = (...list: ListItem[]): Block => block(BLOCKS.OL_LIST, items(list));

/** Creates a table, whose first row is the header. */
export const table = (...rows: readonly (readonly string[])[]): Block =>
  block(
    BLOCKS.TABLE,
    rows.map((cells, row) =>
      block(
        BLOCKS.TABLE_ROW,
        cells.map((cell) =>
          block(row === 0 ? BLOCKS.TABLE_HEADER_CELL : BLOCKS.TABLE_CELL, [p(cell)]),
        ),
      ),
    ),
  );

export const asset = (id: string): Block => block(BLOCKS.EMBEDDED_ASSET, [], link('Asset', id));
export const entry = (id: string): Block => block(BLOCKS.EMBEDDED_ENTRY, [], link('Entry', id));

export const b = (value: string): Text => text(value, MARKS.BOLD);
export const i = (value: string): Text => text(value, MARKS.ITALIC);
export const code = (value: string): Text => text(value, MARKS.CODE);
export const u = (value: string): Text => text(value, MARKS.UNDERLINE);
export const sub = (value: string): Text => text(value, MARKS.SUBSCRIPT);
export const sup = (value: string): Text => text(value, MARKS.SUPERSCRIPT);
export const strike = (value: string): Text => text(value, MARKS.STRIKETHROUGH);

const inline = (nodeType: INLINES, data: object, content: readonly InlineContent[]): Inline => ({
  nodeType,
  data,
  content: inlines(content),
});
export const a = (uri: string, ...content: InlineContent[]): Inline =>
  inline(INLINES.HYPERLINK, { uri }, content);
export const inlineEntry = (id: string): Inline =>
  inline(INLINES.EMBEDDED_ENTRY, link('Entry', id), []);
export const entryLink = (id: string, ...content: InlineContent[]): Inline =>
  inline(INLINES.ENTRY_HYPERLINK, link('Entry', id), content);
export const assetLink = (id: string, ...content: InlineContent[]): Inline =>
  inline(INLINES.ASSET_HYPERLINK, link('Asset', id), content);

/** A resource in code. */
// An interface could not be read field by field.
// oxlint-disable-next-line typescript/consistent-type-definitions
export type BuiltInResource = {
  slug: string;
  title: string;
  subtitle: string;
  author: string;
  readTime: string;
  type: string;
  gradient: string;
  document: Document;
};
