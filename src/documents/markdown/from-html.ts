/**
 * Converts the rendered rich text of an entry (content/pull/rich-text/render.ts) to Markdown: CommonMark with
 * GitHub's tables and strikethrough. It only knows the elements that our own rendering makes, so that
 * thousands of entries take seconds. A test reads the result back with a Markdown parser.
 */
interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Node[];
}
type Node = Element | string;

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (all, code: string | undefined, name = '') =>
    code ? String.fromCodePoint(Number(code)) : (characters[String(name)] ?? all),
  );

const inlines = new Set(['a', 'b', 'i', 's', 'code', 'sup', 'sub', 'span', 'br']);
const voids = new Set(['br', 'hr', 'img', 'source']);
/** The Markdown signs of marks. Two equal marks side by side are merged. */
const signs: Record<string, string> = { b: '**', i: '*', s: '~~' };
const marks = new Set([...Object.keys(signs), 'code']);

/** Parses our own HTML, where `<`, `>` and quotes only occur in tags and every element is closed. */
function parse(html: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [all, end, name = '', rest = ''] of html.matchAll(
    /<(\/?)(\w+)((?:[^>"]|"[^"]*")*)>|[^<]+/g,
  )) {
    const parent = open.at(-1) ?? root;
    if (name === 'u') continue; // Markdown has no underline
    if (!name) parent.children.push(decode(all));
    else if (end) open.pop();
    else {
      const before = parent.children.at(-1);
      const attributes: Record<string, string> = {};
      for (const [, key = '', value = ''] of rest.matchAll(/ ([\w-]+)="([^"]*)"/g))
        attributes[key] = decode(value);
      const isSame = marks.has(name) && typeof before === 'object' && before.name === name;
      const element = isSame ? before : { name, attributes, children: [] };
      if (!isSame) parent.children.push(element);
      if (!voids.has(name)) open.push(element);
    }
  }
  return root;
}

const getText = (node: Node): string =>
  typeof node === 'string' ? node : node.children.map(getText).join('');

const isInline = (node: Node) => typeof node === 'string' || inlines.has(node.name);
const isHidden = (node: Node) =>
  typeof node !== 'string' && node.attributes.class === 'visually-hidden';

/** Returns backticks in a run longer than any in the text. */
const fence = (text: string, least: number) =>
  '`'.repeat(Math.max(least, ...Array.from(text.matchAll(/`+/g), ([{ length }]) => length + 1)));

/** Escapes a text so that no part reads as Markdown within a line. */
export const escapeText = (text: string) =>
  text
    .replace(/ *[\t\r\n][ \t\r\n]*|  +/g, ' ')
    .replace(/[\\`*[\]<~]|(?<![a-z\d])_|_(?![a-z\d])|&(?=#?\w)|!$/gi, '\\$&');

/** Escapes the characters that would end an address. */
const escapeAddress = (address: string) =>
  address.replace(
    /[\s<>()\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

const startsWithLetter = (text: string) => /^[^\s\p{P}\p{S}]/u.test(text);
const endsWithLetter = (text: string) => /[^\s\p{P}\p{S}]$/u.test(text);

/** Splits off spaces and line breaks at the ends, because a mark next to a space is shown literally. */
function trim(line: string): { lead: string; text: string; trail: string } {
  const start = /^(?:\s|\\\n)*/.exec(line)?.[0].length ?? 0;
  // Found from the end: a pattern that ends with `$` is tried at every character.
  let end = line.length;
  while (end > start && /\s/.test(line[end - 1] ?? ''))
    end -= end - 2 >= start && line.startsWith('\\\n', end - 2) ? 2 : 1;
  return { lead: line.slice(0, start), text: line.slice(start, end), trail: line.slice(end) };
}

/** @param address absolute or a path */
export const renderLink = (text: string, address: string) =>
  `[${escapeText(text)}](${escapeAddress(address)})`;

export const renderImage = (alt: string, address: string) => `!${renderLink(alt, address)}`;

/**
 * Puts a mark around text, unless Markdown would show the mark literally: between a letter and
 * punctuation, CommonMark recognizes no emphasis.
 */
function wrap(mark: string, inner: string, before: string, after: string): string {
  const { lead, text, trail } = trim(inner);
  if (!text) return inner;
  const bare = text.replace(/^[*~]+|[*~]+$/g, '');
  const isSeen =
    (lead !== '' || startsWithLetter(bare) || !endsWithLetter(before.slice(-2))) &&
    (trail !== '' || endsWithLetter(bare) || !startsWithLetter(after));
  return isSeen ? `${lead}${mark}${text}${mark}${trail}` : inner;
}

function renderCode(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const ticks = fence(line, 1);
  const space = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return line.trim() ? ticks + space + line + space + ticks : line;
}

function renderAnchor(inner: string, address: string): string {
  const { lead, text, trail } = trim(inner);
  return text ? `${lead}[${text}](${escapeAddress(address)})${trail}` : inner;
}

function getTextAfter(nodes: readonly Node[], index: number): string {
  for (const node of nodes.slice(index + 1, index + 9)) {
    const text = isHidden(node) ? '' : getText(node);
    if (text) return text;
  }
  return '';
}

/** @param around the surrounding marks */
function renderInline(nodes: readonly Node[], around: readonly string[] = []): string {
  const pieces: string[] = [];
  let before = '';
  const render = (node: Node, index: number): string => {
    if (isHidden(node)) return '';
    if (typeof node === 'string') return escapeText(node);
    const { name, attributes, children } = node;
    if (name === 'br') return '\\\n';
    if (name === 'code') return renderCode(getText(node));
    const inner = renderInline(children, [...around, name]);
    if (name === 'a') return renderAnchor(inner, attributes.href ?? '');
    if (name === 'sup' || name === 'sub') return `<${name}>${inner}</${name}>`;
    const sign = around.includes(name) ? undefined : signs[name];
    return sign ? wrap(sign, inner, before, getTextAfter(nodes, index)) : inner;
  };
  for (const [index, node] of nodes.entries()) {
    const piece = render(node, index);
    if (!piece) continue;
    // Two adjacent runs of code would become one.
    if (before.endsWith('`') && piece.startsWith('`')) pieces.push(' ');
    pieces.push(piece);
    before = piece;
  }
  return pieces.join('');
}

const renderLine = (nodes: readonly Node[]) =>
  trim(renderInline(nodes)).text.replace(/ +\\\n/g, '\\\n');

/** Escapes the beginnings of lines that Markdown would read as headings, lists, quotes or rules. */
const renderParagraph = (nodes: readonly Node[]) =>
  renderLine(nodes)
    .replace(/^ +/gm, '')
    .replace(/^(?:#{1,6}(?= |$)|[+-](?= |$)|[-:|](?=[-:| ]*$)|>|=+ *$)/gm, '\\$&')
    .replace(/^(\d{1,9})(?=[.)](?: |$))/gm, '$1\\');

function renderHeading({ name, children }: Element): string {
  const line = renderLine(children).replace(/\\?\n/g, ' ').replace(/#$/, '\\#');
  return line && `${'#'.repeat(Number(name[1]))} ${line}`;
}

const indent = (text: string, first: string) =>
  first + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(first.length)}`);

/** Escapes every `|` of a cell. Parsers differ on `\|` within code, so code gets no second backslash. */
const renderCell = (node: Node) =>
  typeof node === 'string'
    ? ''
    : renderBlocks(node.children)
        .replace(/\\?\n+/g, ' ')
        .replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|');

function renderTable({ children: rows }: Element): string {
  const cells = rows.map((row) => (typeof row === 'string' ? [] : row.children.map(renderCell)));
  const width = Math.max(...cells.map(({ length }) => length));
  const renderRow = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [head, Array<string>(width).fill('---'), ...body].map(renderRow).join('\n');
}

function renderBlock(node: Element): string {
  const { name, attributes, children } = node;
  if (/^h\d$/.test(name)) return renderHeading(node);
  switch (name) {
    case 'p':
    case 'figcaption':
      return renderParagraph(children);
    case 'hr':
      return '***'; // dashes at the start of a list item would not be part of the item
    case 'ul':
    case 'ol':
      return children
        .map((item, index) =>
          indent(
            typeof item === 'string' ? '' : renderBlocks(item.children),
            name === 'ul' ? '- ' : `${index + 1}. `,
          ),
        )
        .join('\n');
    case 'blockquote':
    case 'aside':
      return renderBlocks(children).replace(/^/gm, '> ').replace(/^> $/gm, '>');
    case 'pre': {
      const text = getText(node).replace(/\n$/, '');
      return `${fence(text, 3)}\n${text}\n${fence(text, 3)}`;
    }
    case 'img':
      return renderImage(attributes.alt ?? '', attributes.src ?? '');
    case 'source':
      return '';
    case 'table':
      return renderTable(node);
    default:
      return renderBlocks(children);
  }
}

/** Renders blocks with blank lines between them. Text outside of a block becomes a paragraph. */
function renderBlocks(nodes: readonly Node[]): string {
  const parts: string[] = [];
  let loose: Node[] = [];
  for (const node of [...nodes, null]) {
    if (node !== null && isInline(node)) {
      loose.push(node);
      continue;
    }
    parts.push(renderParagraph(loose));
    loose = [];
    if (node !== null && typeof node !== 'string') parts.push(renderBlock(node));
  }
  return parts.filter(Boolean).join('\n\n');
}

/** Renders plain text as a paragraph. */
export const renderText = (text: string): string => renderParagraph([text]);

/** @param html a body as content/pull/rich-text/render.ts renders it */
export const renderMarkdown = (html: string): string => renderBlocks(parse(html).children);
