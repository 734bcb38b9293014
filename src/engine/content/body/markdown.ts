/** Turns Markdown into nodes of rich text, which `parse.ts` checks as it checks any others. */
import { hash } from 'node:crypto';
import { BLOCKS, HEADINGS, INLINES, MARKS } from '@contentful/rich-text-types';
import MarkdownIt, { type Env, type Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { isFileName } from '../files/file-name.ts';
import { flattenText } from './parse.ts';
import { findVideo } from './video.ts';

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
markdown.use(footnote);
// It takes time by the square of the notes, and of two with one name shows the last.
markdown.core.ruler.disable('footnote_tail');
/** What the plugin takes as a label, in the length that CommonMark allows one: it looks for the end of any. */
const noteLabel = /^\[\^[^\] \n]{1,999}\]/;
markdown.inline.ruler.before('footnote_ref', 'no_footnote_ref', (state, isSilent) => {
  const { src, pos } = state;
  if (!src.startsWith('[^', pos) || noteLabel.test(src.slice(pos, pos + 1002))) return false;
  if (!isSilent) state.pending += '[';
  state.pos += 1;
  return true;
});

/** What is found beside tokens: footnotes by label, and those that the text names, in its order; the first HTML. */
interface Found extends Env {
  footnotes?: {
    refs?: Readonly<Record<string, number>>;
    list?: readonly { label?: string; tokens?: readonly Token[] }[];
  };
  html?: string;
}

const comment = /^<!--.{0,5000}?-->/s;
const lineBreak = /^<br\s{0,9}\/?>/i;
const frame = /^<iframe\s[^<>]{1,2000}>(?:<\/iframe>)?/i;
const tag = /^<\/?[a-z][a-z\d-]{0,40}(?=[\s/>])[^<>]{0,2000}>/i;
const picture = /^<img\s[^<>]{1,2000}>/i;
/** The value of an attribute in a tag; undefined without one. */
function readAttribute(html: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    html,
  );
  return value ? markdown.utils.unescapeAll(value[1] ?? value[2] ?? value[3] ?? '') : undefined;
}
const longestComment = 5010;
/** Of HTML, reads breaks, pictures and the videos of known hosts, and leaves out comments, which are not for readers. */
markdown.inline.ruler.before('autolink', 'html', (state, isSilent) => {
  if (state.src.charAt(state.pos) !== '<') return false;
  const html = state.src.slice(state.pos, state.pos + longestComment);
  const [found] =
    comment.exec(html) ?? lineBreak.exec(html) ?? picture.exec(html) ?? frame.exec(html) ?? [];
  const src = found && readAttribute(found, 'src');
  if (
    found === undefined ||
    (/^<img/i.test(found) ? !src : frame.test(found) && !findVideo(found))
  ) {
    state.env.html ??= tag.exec(html)?.[0];
    return false;
  }
  state.pos += found.length;
  if (isSilent || found.startsWith('<!')) return true;
  if (lineBreak.test(found)) state.push('hardbreak', 'br', 0);
  else if (src && picture.test(found)) {
    const token = state.push('image', '', 0);
    token.attrSet('src', src);
    token.attrSet('title', readAttribute(found, 'title') ?? '');
    token.content = readAttribute(found, 'alt') ?? '';
  } else state.push('video', '', 0).content = found;
  return true;
});

/** Leaves out a comment that has lines of its own, which may be empty. */
markdown.block.ruler.before(
  'reference',
  'comment',
  (state, line, end, isSilent) => {
    const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
    if (state.src.charAt(start) !== '<') return false;
    const [found] = comment.exec(state.src.slice(start, start + longestComment)) ?? [];
    if (found === undefined) return false;
    const after = start + found.length;
    let last = line;
    while (last < end && (state.eMarks[last] ?? 0) < after) last += 1;
    if (last === end || state.src.slice(after, state.eMarks[last]).trim()) return false;
    if (!isSilent) state.line = last + 1;
    return true;
  },
  { alt: ['paragraph', 'reference', 'blockquote'] },
);

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
const stuckSign = /^([ \t>]*(?:#{1,6}|[-+*>]|\d{1,9}[.)]))[\u00a0\u2007\u202f]/;

/** The bullets that Word, Docs and chats paste in place of the sign of a list. */
const pastedBullet = /^([ \t>]*)[•◦▪●‣·][ \t\u00a0\u2007\u202f]+/;
/** What nobody sees at the beginning of a line, and hides a sign. */
const unseen = /^[\u200b\u2060\ufeff]+/;

/** The beginning or end of a block of code, which may be an item of a list. */
const fenceStart = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/;

/** Puts signs that were pasted into those of Markdown, line by line, but in blocks of code. */
function readSigns(text: string): string {
  let fence = '';
  const readLine = (line: string) => {
    const seen = line.replace(unseen, '');
    const [, marks = ''] = fenceStart.exec(seen) ?? [];
    if (fence === '') fence = marks;
    else if (marks.startsWith(fence)) fence = '';
    if (marks) return seen;
    return fence ? line : seen.replace(stuckSign, '$1 ').replace(pastedBullet, '$1- ');
  };
  return text.split('\n').map(readLine).join('\n');
}

/** The name of a heading, which Docs and others write behind it. */
const headingName = / ?\{#[\w.-]+\}$/;

/** What other programs write about a text, before the text. */
const frontMatter = /^\ufeff?---[ \t]*\r?\n(?:(?:[ \t]|[\w-]+:|- |#).*\r?\n)+---[ \t]*(?:\r?\n|$)/;

/** Characters of addresses that a text may have beside its own length: each use of a name repeats its address. */
const repeated = 100_000;

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
  const add = (...nodes: RawNode[]) => void (stack.at(-1) ?? root).content.push(...nodes);

  const open = (node: RawNode) => {
    add(node);
    stack.push(node);
  };
  const close = () => {
    const node = stack.pop();
    if (!node?.content.some(isFigure)) return;
    // A picture stands between paragraphs, and below a heading.
    if (node.nodeType === BLOCKS.PARAGRAPH) node.nodeType = BLOCKS.DOCUMENT;
    else if (node.nodeType.startsWith('heading')) add(...node.content.filter(isFigure));
  };

  const addPicture = (picture: RawNode, label: string) => {
    const link = stack.at(-1);
    if (link?.nodeType === INLINES.HYPERLINK) {
      // A picture that is a link stands before the link, which has the text of the picture.
      link.content.push(toText(label));
      stack.at(-2)?.content.splice(-1, 0, picture);
    } else add(picture);
  };

  let left = text.length + repeated;
  const addToken = (token: Token) => {
    const { type, tag, nesting, content } = token;
    const attribute = (name: string) => token.attrGet(name)?.toString();
    for (const [, value] of token.attrs ?? []) left -= String(value).length;
    const isLost = left < 0 && (type === 'link_open' || type === 'image');
    if (isLost)
      report('has more addresses than text; the words of the last links and pictures stay');
    const mark = markTypes[tag];
    const nodeType = nodeTypes[tag];
    if (mark && nesting === 1) marks.push(mark);
    else if (mark) marks.pop();
    else if (nodeType && nesting === 1) {
      // Contentful's editor writes addresses of files without a protocol.
      const uri = attribute('href')?.replace(/^\/\//, 'https://');
      // Within a text the parser takes of a document its content alone: the words of the link.
      open(toNode(isLost ? BLOCKS.DOCUMENT : nodeType, [], { uri, start: token.attrGet('start') }));
    } else if (nodeType && nesting === -1) close();
    else if (type === 'footnote_ref') {
      const note = Number(token.meta?.id ?? 0);
      add(toNode(INLINES.HYPERLINK, [], { uri: `#${nameNote(note)}`, note: `${note + 1}` }));
    } else if (type === 'video') {
      const { uri = '', host = '' } = findVideo(content) ?? {};
      add(toNode(BLOCKS.EMBEDDED_ENTRY, [], { uri, title: `Video on ${host}`, caption: host }));
    } else if (type === 'hr') add(toNode(BLOCKS.HR));
    else if (type === 'fence' || type === 'code_block') add(toCode(content, token.info));
    else if (type === 'code_inline') add(toText(content, ...marks, MARKS.CODE));
    else if (type === 'softbreak') add(toText(' '));
    else if (type === 'hardbreak') add(toText('\n'));
    else if (type === 'image' && isLost) add(toText(content));
    else if (type === 'image') {
      const uri = attribute('src') ?? '';
      // Contentful's editor writes the title of the asset, which may be the name of its file.
      const title = isFileName(content, uri) ? '' : content;
      const data = { uri, title, caption: attribute('title') };
      addPicture(toNode(BLOCKS.EMBEDDED_ASSET, [], data), title);
    } else if (content) {
      // A task of a list (GitHub's Markdown).
      const isTask =
        stack.at(-2)?.nodeType === BLOCKS.LIST_ITEM && stack.at(-1)?.content.length === 0;
      const isHeading = stack.at(-1)?.nodeType.startsWith('heading');
      const words = isHeading ? content.replace(headingName, '') : content;
      const shown = isTask ? words.replace(/^\[ \] /, '☐ ').replace(/^\[x\] /i, '☑ ') : words;
      add(toText(shown, ...marks));
    }
  };
  const addTokens = (tokens: readonly Token[]) => {
    for (const token of tokens) for (const one of token.children ?? [token]) addToken(one);
  };

  const found: Found = {};
  const main: Token[] = [];
  const notes = new Map<string, Token[]>();
  let part = main;
  for (const token of markdown.parse(readSigns(text.slice(before.length)), found)) {
    if (token.type === 'footnote_reference_open') {
      const label = String(token.meta?.label);
      part = [];
      if (notes.has(label)) report(`has two footnotes '${label.slice(0, 60)}'; the first is shown`);
      else notes.set(label, part);
    } else if (token.type === 'footnote_reference_close') part = main;
    else part.push(token);
  }
  addTokens(main);
  const { refs = {}, list = [] } = found.footnotes ?? {};
  if (list.length > 0) {
    add(toNode(BLOCKS.HR));
    open(toNode(BLOCKS.OL_LIST));
    for (const [index, { label = '', tokens = notes.get(label) ?? [] }] of list.entries()) {
      open(toNode(BLOCKS.LIST_ITEM, [], { anchor: nameNote(index) }));
      addTokens(tokens);
      close();
    }
  }
  for (const [label, number] of Object.entries(refs))
    if (number < 0)
      report(`has a footnote '${label.slice(1, 60)}' that its text does not name; it is left out`);
  if (found.html) report(`has HTML, such as '${found.html.slice(0, 60)}', which is shown as text`);
  return root.content;
}

/** A text without any of these has no Markdown. */
const anySign = /[\\`*_#<>[\]&~|]|^[ \t]*[-+=\d•◦▪●‣·]/m;
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
  if (!anySign.test(text)) return flattenText(text);
  const nodes = parseMarkdown(text.replace(startOfLine, '$1\\$2'), report);
  return flattenText({ content: nodes.map((node) => toWords(node, report)) });
}
