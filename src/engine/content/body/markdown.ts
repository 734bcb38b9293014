/** Turns Markdown into nodes of rich text, which `parse.ts` checks as it checks any others. */
import { hash } from 'node:crypto';
import { BLOCKS, HEADINGS, INLINES, MARKS } from '@contentful/rich-text-types';
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { isFileName } from '../files/file-name.ts';
import { flattenText } from './parse.ts';
import { findVideo, readAttribute } from './video.ts';

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

// The check of rich text, which comes after, allows fewer levels, and reports what is deeper.
const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: 250 });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// The renderer refuses addresses, and reports them.
markdown.validateLink = () => true;
markdown.use(footnote);
// What stands between tags is Markdown, too.
markdown.disable('html_block');

/** The numbers of the footnotes by their names, below 0 where the text names none. */
interface Found extends Env {
  footnotes?: { refs?: Readonly<Record<string, number>> };
}

const nodeTypes = new Map<string, string>([
  ...HEADINGS.map((type, index) => [`h${index + 1}`, type] as const),
  ['p', BLOCKS.PARAGRAPH],
  ['ul', BLOCKS.UL_LIST],
  ['ol', BLOCKS.OL_LIST],
  ['li', BLOCKS.LIST_ITEM],
  ['blockquote', BLOCKS.QUOTE],
  ['table', BLOCKS.TABLE],
  ['tr', BLOCKS.TABLE_ROW],
  ['th', BLOCKS.TABLE_HEADER_CELL],
  ['td', BLOCKS.TABLE_CELL],
  ['a', INLINES.HYPERLINK],
]);
const markTypes = new Map([
  ['strong', MARKS.BOLD],
  ['em', MARKS.ITALIC],
  ['s', MARKS.STRIKETHROUGH],
]);

/** A block of code, which stays as it is written. */
const fence = /(^[ \t>]*```[^]*?^[ \t>]*```|^[ \t>]*~~~[^]*?^[ \t>]*~~~)/m;
/** The sign of a heading, list or quotation before a space that does not break. */
const stuckSign = /^([ \t>]*(?:#{1,6}|[-+*>]|\d{1,9}[.)]))\u00a0/gm;
/** The bullets that Word, Docs and chats paste in place of the sign of a list. */
const pastedBullet = /^([ \t>]*)[•◦▪●‣·][^\S\n]+/gm;

/** Puts signs that were pasted into those of Markdown. */
const readSigns = (text: string): string =>
  text
    .split(fence)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(stuckSign, '$1 ').replace(pastedBullet, '$1- '),
    )
    .join('');

/** Signs of Markdown that mark nothing: a heading without its space, and bold that a space keeps open. */
const brokenSign = /^#{2,6}(?=[^#\s])|\*\*/;

/** The name of a heading, which Docs and others write behind it. */
const headingName = / ?\{#[\w.-]+\}$/;

/** What other programs write about a text, before the text. */
const frontMatter = /^---\n(?=[\w-]+:)(?:.+\n)+?---(?:\n|$)/;

/** A picture or a video, which no paragraph may contain. */
const isFigure = ({ nodeType }: RawNode) =>
  nodeType === BLOCKS.EMBEDDED_ASSET || nodeType === BLOCKS.EMBEDDED_ENTRY;

/** Parses Markdown. `report` is told what is lost, as a clause after the field's name. */
export function parseMarkdown(text: string, report: (problem: string) => void): RawNode[] {
  const root = toNode(BLOCKS.DOCUMENT);
  const stack = [root];
  const marks: MARKS[] = [];
  const [before = ''] = frontMatter.exec(text) ?? [];
  if (before) report('begins with front matter; it is left out');
  /** Footnotes of two texts of a body have different names. */
  let name: string | undefined;
  const nameNote = (number: number) => {
    name ??= hash('sha256', text).slice(0, 8);
    return `note_${name}_${number + 1}`;
  };
  const addNodes = (...nodes: RawNode[]) => void (stack.at(-1) ?? root).content.push(...nodes);

  const openNode = (node: RawNode) => {
    addNodes(node);
    stack.push(node);
  };
  /** Ends a node. A picture stands between paragraphs, and below a heading. */
  const closeNode = () => {
    const node = stack.pop();
    const figures = node?.content.filter(isFigure) ?? [];
    if (!node || figures.length === 0) return;
    if (node.nodeType.startsWith('heading')) addNodes(...figures);
    // A document within a text gives way to its content.
    else if (node.nodeType === BLOCKS.PARAGRAPH) node.nodeType = BLOCKS.DOCUMENT;
  };

  const addPicture = (uri: string, written: string, caption: string) => {
    // Contentful's editor writes the title of the asset, which may be the name of its file.
    const title = isFileName(written, uri) ? '' : written;
    const picture = toNode(BLOCKS.EMBEDDED_ASSET, [], { uri, title, caption });
    const link = stack.at(-1);
    if (link?.nodeType === INLINES.HYPERLINK) {
      // A picture that is a link stands before the link, which has the text of the picture.
      link.content.push(toText(title));
      stack.at(-2)?.content.splice(-1, 0, picture);
    } else addNodes(picture);
  };

  let firstHtml = '';
  /** Adds breaks, pictures and the videos of known hosts. Comments are not for readers; other tags are shown as text. */
  const addHtml = (html: string) => {
    const attribute = (name: string) => markdown.utils.unescapeAll(readAttribute(html, name));
    const video = findVideo(html);
    if (video) {
      const { uri, host } = video;
      addNodes(
        toNode(BLOCKS.EMBEDDED_ENTRY, [], { uri, title: `Video on ${host}`, caption: host }),
      );
    } else if (/^<br[\s/>]/i.test(html)) addNodes(toText('\n'));
    else if (/^<img\s/i.test(html) && attribute('src'))
      addPicture(attribute('src'), attribute('alt'), attribute('title'));
    else if (!/^<(?:!--|\/iframe)/i.test(html)) {
      firstHtml ||= html;
      addNodes(toText(html, ...marks));
    }
  };

  const addWords = (words: string) => {
    const [sign] = brokenSign.exec(words) ?? [];
    if (sign)
      report(`has '${sign}', a sign of Markdown that marks nothing here; it is shown as text`);
    const around = stack.at(-2)?.nodeType;
    const within = stack.at(-1);
    const isHeading = within?.nodeType.startsWith('heading');
    // A task of a list (GitHub's Markdown).
    const isTask = around === BLOCKS.LIST_ITEM && within?.content.length === 0;
    const named = isHeading ? words.replace(headingName, '') : words;
    const shown = isTask ? named.replace(/^\[ \] /, '☐ ').replace(/^\[x\] /i, '☑ ') : named;
    addNodes(toText(shown, ...marks));
  };

  const addToken = (token: Token) => {
    const { type, tag, nesting, content } = token;
    const attribute = (name: string) => token.attrGet(name)?.toString() ?? '';
    const note = Number(token.meta?.id ?? 0);
    const mark = markTypes.get(tag);
    const nodeType = nodeTypes.get(tag);
    if (mark && nesting === 1) marks.push(mark);
    else if (mark) marks.pop();
    else if (nodeType && nesting === 1) {
      // Contentful's editor writes addresses of files without a protocol.
      const uri = attribute('href').replace(/^\/\//, 'https://');
      openNode(toNode(nodeType, [], { uri, start: token.attrGet('start') }));
    } else if (nodeType && nesting === -1) closeNode();
    else if (type === 'footnote_ref')
      addNodes(toNode(INLINES.HYPERLINK, [], { uri: `#${nameNote(note)}`, note: `${note + 1}` }));
    else if (type === 'footnote_block_open') {
      addNodes(toNode(BLOCKS.HR));
      openNode(toNode(BLOCKS.OL_LIST));
    } else if (type === 'footnote_open')
      openNode(toNode(BLOCKS.LIST_ITEM, [], { anchor: nameNote(note) }));
    else if (type === 'footnote_close' || type === 'footnote_block_close') closeNode();
    else if (type === 'hr') addNodes(toNode(BLOCKS.HR));
    else if (type === 'fence' || type === 'code_block') addNodes(toCode(content, token.info));
    else if (type === 'code_inline') addNodes(toText(content, ...marks, MARKS.CODE));
    else if (type === 'softbreak') addNodes(toText(' '));
    else if (type === 'hardbreak') addNodes(toText('\n'));
    else if (type === 'html_inline') addHtml(content);
    else if (type === 'image') addPicture(attribute('src'), content, attribute('title'));
    else if (content) addWords(content);
  };

  const found: Found = {};
  for (const token of markdown.parse(readSigns(text.slice(before.length)), found))
    for (const one of token.children ?? [token]) addToken(one);
  for (const [label, number] of Object.entries(found.footnotes?.refs ?? {}))
    if (number < 0)
      report(`has a footnote '${label.slice(1, 60)}' that its text does not name; it is left out`);
  if (firstHtml) report(`has HTML, such as '${firstHtml.slice(0, 60)}', which is shown as text`);
  return root.content;
}

/** Of a text of one line a sentence, and not a list: '2019. A year', '+ 20 % in a year'. */
const startOfLine = /^(\s*\d*)([.)+])(?=\s)(?!.*\n)/s;

/** Puts the words of a picture in its place, where a text is one line. */
const toWords = (node: RawNode, report: (problem: string) => void): RawNode => {
  if (node.nodeType !== BLOCKS.EMBEDDED_ASSET)
    return { ...node, content: node.content.map((child) => toWords(child, report)) };
  report('has a picture, of which only the words are shown here');
  const { title } = node.data;
  return toText(typeof title === 'string' ? ` ${title} ` : '');
};

/** The text of Markdown on one line, without its signs. `report` is told as by `parseMarkdown`. */
export function flattenMarkdown(text: string, report: (problem: string) => void): string {
  const nodes = parseMarkdown(text.replace(startOfLine, '$1\\$2'), report);
  return flattenText({ content: nodes.map((node) => toWords(node, report)) });
}
