/** Turns Markdown into nodes of rich text, which `parse.ts` checks as it checks any others. */
import { BLOCKS, HEADINGS, INLINES, MARKS } from '@contentful/rich-text-types';
import MarkdownIt from 'markdown-it';
import { flattenText } from './parse.ts';

/** A node of rich text before its check. */
interface RawNode {
  nodeType: string;
  data: Readonly<Record<string, unknown>>;
  content: RawNode[];
  value?: string;
  marks?: readonly { type: string }[];
}

export const toNode = (
  nodeType: string,
  content: RawNode[] = [],
  data: RawNode['data'] = {},
): RawNode => ({ nodeType, data, content });

export const toText = (value: string, ...marks: readonly string[]): RawNode => ({
  ...toNode('text'),
  value,
  marks: marks.map((type) => ({ type })),
});

/** A block of code. Rich text has none: there code is a paragraph. */
export const toCode = (code: string, language: string): RawNode =>
  toNode(BLOCKS.PARAGRAPH, [toText(code.replace(/\n$/, ''), MARKS.CODE)], { language });

// HTML stays text. More levels than the check of rich text allows: it is the one that reports them.
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 250 });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// The renderer refuses addresses, and reports them.
markdown.validateLink = () => true;

const nodeTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(HEADINGS.map((type, index) => [`h${index + 1}`, type])),
  p: BLOCKS.PARAGRAPH,
  ul: BLOCKS.UL_LIST,
  ol: BLOCKS.OL_LIST,
  li: BLOCKS.LIST_ITEM,
  blockquote: BLOCKS.QUOTE,
  table: BLOCKS.TABLE,
  tr: BLOCKS.TABLE_ROW,
  th: BLOCKS.TABLE_HEADER_CELL,
  td: BLOCKS.TABLE_CELL,
  a: INLINES.HYPERLINK,
};
const markTypes: Readonly<Record<string, MARKS>> = {
  strong: MARKS.BOLD,
  em: MARKS.ITALIC,
  s: MARKS.STRIKETHROUGH,
};

/** The sign of a heading, list or quotation, before a space that does not break: pasted text has such spaces. */
const stuckSign = /^([ \t>]*(?:#{1,6}|[-+*>]|\d{1,9}[.)]))[\u00a0\u2007\u202f]/gm;

const isPicture = ({ nodeType }: RawNode) => nodeType === BLOCKS.EMBEDDED_ASSET;

/** Parses Markdown. `report` is told what is lost, as a clause after the field's name. */
export function parseMarkdown(text: string, report: (problem: string) => void): RawNode[] {
  const root = toNode(BLOCKS.DOCUMENT);
  const stack = [root];
  const marks: MARKS[] = [];
  let html: string | undefined;
  const add = (...nodes: RawNode[]) => void (stack.at(-1) ?? root).content.push(...nodes);

  const close = () => {
    const node = stack.pop();
    if (!node?.content.some(isPicture)) return;
    // A picture stands between paragraphs, and below a heading.
    if (node.nodeType === BLOCKS.PARAGRAPH) node.nodeType = BLOCKS.DOCUMENT;
    else if (node.nodeType.startsWith('heading')) add(...node.content.filter(isPicture));
  };

  const addPicture = (picture: RawNode, label: string) => {
    const link = stack.at(-1);
    if (link?.nodeType === INLINES.HYPERLINK) {
      // A picture that is a link stands before the link, which has the text of the picture.
      link.content.push(toText(label));
      stack.at(-2)?.content.splice(-1, 0, picture);
    } else add(picture);
  };

  for (const token of markdown
    .parse(text.replace(stuckSign, '$1 '), {})
    .flatMap((one) => one.children ?? [one])) {
    const { type, tag, nesting, content } = token;
    const attribute = (name: string) => token.attrGet(name)?.toString();
    const mark = markTypes[tag];
    const nodeType = nodeTypes[tag];
    if (mark && nesting === 1) marks.push(mark);
    else if (mark) marks.pop();
    else if (nodeType && nesting === 1) {
      // Contentful's editor writes addresses of files without a protocol.
      const uri = attribute('href')?.replace(/^\/\//, 'https://');
      const node = toNode(nodeType, [], { uri, start: token.attrGet('start') });
      add(node);
      stack.push(node);
    } else if (nodeType && nesting === -1) close();
    else if (type === 'hr') add(toNode(BLOCKS.HR));
    else if (type === 'fence' || type === 'code_block') add(toCode(content, token.info));
    else if (type === 'code_inline') add(toText(content, ...marks, MARKS.CODE));
    else if (type === 'softbreak') add(toText(' '));
    else if (type === 'hardbreak') add(toText('\n'));
    else if (type === 'image') {
      const data = { uri: attribute('src'), title: content, caption: attribute('title') };
      addPicture(toNode(BLOCKS.EMBEDDED_ASSET, [], data), content);
    } else if (content) {
      // A task of a list (GitHub's Markdown).
      const isTask =
        stack.at(-2)?.nodeType === BLOCKS.LIST_ITEM && stack.at(-1)?.content.length === 0;
      const shown = isTask ? content.replace(/^\[ \] /, '☐ ').replace(/^\[x\] /i, '☑ ') : content;
      add(toText(shown, ...marks));
      html ??= /<\/?[a-z][^<>]*>/i.exec(content)?.[0];
    }
  }
  if (html) report(`has HTML, such as '${html.slice(0, 60)}', which is shown as text`);
  return root.content;
}

/** A text without any of these has no Markdown. */
const anySign = /[\\`*_#<>[\]&~|]|^\s*[-+=\d]/m;
/** Of a text of one line a sentence, and not a list: '2019. A year', '+ 20 % in a year'. */
const startOfLine = /^(\s*\d*)([.)+])(?=\s)(?!.*\n)/s;

/** The text of Markdown on one line, without its signs. `report` is told as by `parseMarkdown`. */
export function flattenMarkdown(text: string, report: (problem: string) => void): string {
  if (!anySign.test(text)) return flattenText(text);
  return flattenText({ content: parseMarkdown(text.replace(startOfLine, '$1\\$2'), report) });
}
