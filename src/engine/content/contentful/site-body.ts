/** Makes one document of a body as firms have them: rich text, Markdown, or a list of linked entries. */
import { BLOCKS, INLINES } from '@contentful/rich-text-types';
import { isRecord } from '../../unknown.ts';
import { parseMarkdown, toCode, toNode, toText } from '../rich-text/markdown.ts';
import { parseRichText } from '../rich-text/parse.ts';
import { parseLink, type Item } from './wire.ts';

/** Characters of all linked entries of a body, and entries within each other, at most. */
const longest = 5_000_000;
const deepest = 10;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isDocument = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && value.nodeType === 'document';
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:\/\/|mailto:|tel:|\/)\S*$/.test(value);

const videoHosts: Readonly<Record<string, string>> = {
  'youtube.com': 'YouTube',
  'youtube-nocookie.com': 'YouTube',
  'youtu.be': 'YouTube',
  'vimeo.com': 'Vimeo',
  'loom.com': 'Loom',
  'wistia.com': 'Wistia',
  'wistia.net': 'Wistia',
  'vidyard.com': 'Vidyard',
  'dailymotion.com': 'Dailymotion',
  'twitch.tv': 'Twitch',
  'ted.com': 'TED',
};
/** The name of the host of a video; undefined for other values. */
function getVideoHost(value: unknown): string | undefined {
  const url = isAddress(value) ? URL.parse(value) : null;
  return videoHosts[url?.hostname.split('.').slice(-2).join('.') ?? ''];
}

// The names of fields, by their last word ('heroTitle'), of which the first that an entry has is its heading.
const headings = ['heading', 'headline', 'header', 'title', 'question', 'name', 'label'];
const texts =
  /(text|body|content|copy|description|markdown|subtitle|subheading|subheadline|tagline|quote|testimonial|answer|caption|intro|introduction|summary|excerpt|bio|overview|paragraph|message|value|author|abstract|lead|note)$/i;
const codes = /(code|snippet)$/i;
/** What is no text for readers, whatever else the name says. */
const technical = /^(id|key|slug|type)$|^(internal|entry|seo|meta|alt)|(Id|Key|Slug)$/;
/** Whether nodes are one block of code or one card, of which nothing is lost. */
const isWhole = ([node]: readonly unknown[]) => {
  const data = isRecord(node) && isRecord(node.data) ? node.data : {};
  return data.language !== undefined || data.caption !== undefined;
};
/** A text of this length or with a line break is one for readers, whatever the name of its field. */
const plainlyText = 120;

const getSize = (fields: Item['fields']): number => {
  try {
    return JSON.stringify(fields).length;
  } catch {
    return Infinity;
  }
};

/** list: a part of the page, with a heading. embed: within a text. whole: the body is this entry alone. */
type Place = 'list' | 'embed' | 'whole';

/**
 * Reads a body into one document, which says in `data.problems` what of the body is lost.
 * @param entries the entries that the body may link to, by id
 * @returns `links`: to the entries whose text is in the document
 */
export function readBody(body: unknown, entries: ReadonlyMap<string, Item>) {
  const problems = new Set<string>();
  const report = (problem: string) => void problems.add(problem);
  const links: unknown[] = [];
  /** The entries around the one that is read. */
  const around: Item[] = [];
  let left = longest;

  /** Reads the fields of an entry. @returns its nodes, and the names of fields that are not in them */
  function readFields({ fields }: Item, place: Place) {
    const names = Object.keys(fields).filter((name) => !technical.test(name));
    const getField = (name = '') => (isText(fields[name]) ? fields[name] : '');
    const headingName = headings
      .map((end) => names.find((name) => name.toLowerCase().endsWith(end) && getField(name)))
      .find((name) => name !== undefined);
    const heading = getField(headingName);
    const hasCode = names.some((name) => codes.test(name) && getField(name));
    const lost: string[] = [];

    const others = names.flatMap((name): unknown[] => {
      const field = fields[name];
      const host = getVideoHost(field);
      if (host !== undefined) {
        const data = { uri: field, title: heading || `Video on ${host}`, caption: host };
        return [toNode(BLOCKS.EMBEDDED_ENTRY, [], data)];
      }
      if (name === headingName || (hasCode && name === 'language')) return [];
      if (isText(field)) {
        if (codes.test(name)) return [toCode(field, getField('language'))];
        const isForReaders =
          texts.test(name) || field.includes('\n') || field.length >= plainlyText;
        if (isForReaders && !isAddress(field)) return parseMarkdown(field, report);
      }
      const { linkType } = parseLink(Array.isArray(field) ? field[0] : field);
      if (isDocument(field) || linkType !== null)
        return readValue(field, place === 'whole' ? 'list' : place);
      if (field !== '' && field !== null && field !== false) lost.push(name);
      return [];
    });

    const addHeading = (): unknown[] => {
      const isInCard = others.some(
        (node) => isRecord(node) && isRecord(node.data) && node.data.title === heading,
      );
      if (!heading || isInCard || place === 'whole') return others;
      const level = Math.min(6, around.length + 1);
      return place === 'list'
        ? [toNode(`heading-${level}`, [toText(heading)]), ...others]
        : [toNode(BLOCKS.PARAGRAPH, [toText(heading, 'bold')]), ...others];
    };
    const nodes = addHeading();
    const label = parseRichText({ content: nodes }).text;
    const address = lost.find((name) => isAddress(fields[name]));
    if (address === undefined || nodes.length !== 1 || !label || label.length >= plainlyText)
      return { nodes, lost, heading };
    // A button.
    const link = toNode(INLINES.HYPERLINK, [toText(label)], { uri: fields[address] });
    const rest = lost.filter((name) => name !== address);
    return { nodes: [toNode(BLOCKS.PARAGRAPH, [link])], lost: rest, heading };
  }

  /** Reads what an entry shows in place of a link to it; null for an entry with a page, and for one that is missing. */
  function readEntry(target: unknown, place: Place) {
    const entry = entries.get(parseLink(target).id ?? '');
    if (entry?.collection !== null) return null;
    const name = `entry ${entry.id} (${entry.type})`;
    const nothing = { nodes: [], heading: '' };
    links.push(target);
    left -= getSize(entry.fields);
    if (left < 0 || around.includes(entry) || around.length >= deepest) {
      const why = left < 0 ? 'which is too long' : 'which contains itself or too many others';
      report(`embeds ${name}, ${why}; it is left out there`);
      return nothing;
    }
    around.push(entry);
    const { nodes, lost, heading } = readFields(entry, place);
    around.pop();
    const fields = lost.slice(0, 8).join(', ') + (lost.length > 8 ? ' …' : '');
    if (nodes.length === 0) report(`embeds ${name}, which has nothing that the site can show`);
    else if (lost.length > 0) report(`embeds ${name}, without its fields ${fields}`);
    else if (place === 'embed' && !isWhole(nodes))
      report(`embeds ${name}, of which it shows the text alone`);
    return { nodes, heading };
  }

  const keepLink = (nodeType: string, target: unknown) => [toNode(nodeType, [], { target })];

  /** Reads the nodes of rich text, with the text of embedded entries in their place. */
  const readNodes = (content: unknown, depth = 0): unknown[] =>
    (Array.isArray(content) ? Array.from<unknown>(content) : []).flatMap((node): unknown[] => {
      // The check of rich text reports what is deeper.
      if (!isRecord(node) || depth > 100) return [node];
      const { target } = isRecord(node.data) ? node.data : {};
      if (node.nodeType === BLOCKS.EMBEDDED_ENTRY)
        return readEntry(target, 'embed')?.nodes ?? [node];
      if (node.nodeType === INLINES.EMBEDDED_ENTRY) {
        const found = readEntry(target, 'embed');
        return found
          ? [toText(found.heading || parseRichText({ content: found.nodes }).text)]
          : [node];
      }
      return [
        Array.isArray(node.content)
          ? { ...node, content: readNodes(node.content, depth + 1) }
          : node,
      ];
    });

  const readValue = (value: unknown, place: Place): unknown[] => {
    if (typeof value === 'string') return parseMarkdown(value, report);
    if (Array.isArray(value)) return value.flatMap((one) => readValue(one, 'list'));
    if (isDocument(value)) return readNodes(value.content);
    const { linkType } = parseLink(value);
    if (linkType === 'Asset') return keepLink(BLOCKS.EMBEDDED_ASSET, value);
    if (linkType === 'Entry')
      return readEntry(value, place)?.nodes ?? keepLink(BLOCKS.EMBEDDED_ENTRY, value);
    if (linkType !== null) return keepLink(BLOCKS.EMBEDDED_RESOURCE, value);
    report('has a value that is neither text nor rich text nor a link; it is left out');
    return [];
  };

  const content = readValue(body, 'whole');
  return { document: { nodeType: 'document', data: { problems: [...problems] }, content }, links };
}
