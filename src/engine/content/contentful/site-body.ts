/** Makes one document of a body as firms have them: rich text, Markdown, or linked entries in order. */
import { BLOCKS, INLINES } from '@contentful/rich-text-types';
import { toJson } from '../../schemas.ts';
import { isRecord } from '../../unknown.ts';
import { parseMarkdown, toCode, toNode, toText } from '../rich-text/markdown.ts';
import { parseRichText, shorten, toArray } from '../rich-text/parse.ts';
import { parseLink, type WireItem } from './wire.ts';

/** Entries within each other, and characters of all entries of a body, at most. */
const deepest = 10;
const longest = 2_000_000;
/** What an entry counts at least, so that there are at most two thousand. */
const leastSize = 1000;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAddress = (text: string) => /^((https?:\/\/|mailto:|tel:)\S+|\/\S*)$/.test(text);
const isDocument = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && value.nodeType === 'document';

const videoHost =
  /^https?:\/\/(?:[\w-]+\.)*((?:youtube|youtube-nocookie|vimeo|loom|wistia|vidyard|dailymotion|ted)\.(?:com|net)|youtu\.be)\/\S*$/;
const frame = /^<iframe\s[^<>]*\bsrc=["']([^"'<>]+)[^<>]*>(?:<\/iframe>)?$/;
/** Finds the address of a video of a known host, which may be in the HTML that the host gives to embed it. */
function findVideo(value: unknown) {
  const text = isText(value) ? value.trim() : '';
  const uri = (frame.exec(text)?.[1] ?? text).replace(/^\/\//, 'https://');
  const host = videoHost.exec(uri)?.[1];
  return host === undefined ? null : { uri, host };
}

// Names of fields, whole or by their end ('heroTitle'). The first of the headings that an entry has is its own.
const words = ['heading', 'headline', 'header', 'title', 'question', 'name', 'label'];
const headings = ['^', ''].flatMap((start) =>
  words.map((word) => new RegExp(`${start}${word}$`, 'i')),
);
const texts =
  /(text|body|content|copy|description|markdown|sub(title|heading|headline)|tagline|quote|testimonial|answer|caption|intro(duction)?|summary|excerpt|bio|message|value|author)$/i;
const codes = /^(source)?code(block|text|content)?$|snippet$/i;
/** What is not for readers, whatever else its name says. */
const technical =
  /^(id|key|slug|type|alt|altText)$|^(internal|entry|seo|meta)([A-Z_]|$)|(Id|Key|Slug)$|[lL]ang(uage)?$/;
/** A longer text is for readers, whatever its name. */
const longestLabel = 120;

/** Whether a node is a picture, a card or code, which needs no heading and loses nothing. */
const isFigure = (node: unknown) =>
  isRecord(node) &&
  (String(node.nodeType).startsWith('embedded') ||
    (isRecord(node.data) && 'language' in node.data));

const altName = /^(image|picture|photo)?_?alt(ernative)?_?(text|tag)?$/i;

/** The link to the only asset of an entry, with the alt text beside it ('' without one); null for none or several. */
export function findOnlyAsset({ fields }: Pick<WireItem, 'fields'>) {
  const [target, ...others] = Object.values(fields).filter(
    (value) => parseLink(value).linkType === 'Asset',
  );
  if (target === undefined || others.length > 0) return null;
  const name = Object.keys(fields).find((one) => altName.test(one)) ?? '';
  const alt = fields[name];
  return { target, alt: isText(alt) ? alt : '' };
}

/** Notes where nodes come from, unless it is an entry further inside. */
const noteSource = (nodes: readonly unknown[], entry: string, field: string) =>
  nodes.map((node) =>
    isRecord(node) && isRecord(node.data)
      ? { ...node, data: { entry, field, ...node.data } }
      : node,
  );

/** In a list an entry is a section with a heading, in a text a part of it or of its line; alone it is the body. */
type Place = 'list' | 'text' | 'line' | 'alone';

/**
 * Reads a body into one document, whose `data.problems` says what of it is lost.
 * @param entries the entries that the body may link to, by id
 * @returns `links`: to the entries whose text is in the document
 */
export function readBody(body: unknown, entries: ReadonlyMap<string, WireItem>) {
  const problems = new Set<string>();
  const report = (problem: string) => void problems.add(problem);
  const links: unknown[] = [];
  const around: WireItem[] = [];
  let left = longest;

  /** @returns the nodes of an entry, and the names of its fields that are not in them */
  const readFields = ({ id, fields }: WireItem, place: Place) => {
    const names = Object.keys(fields).filter((name) => !technical.test(name));
    const [headingName] = headings.flatMap((heading) =>
      names.filter((name) => isText(fields[name]) && heading.test(name)),
    );
    const heading = isText(headingName) ? String(fields[headingName]) : '';
    const languageName = Object.keys(fields).find((name) => /lang(uage)?$/i.test(name)) ?? '';
    const language = fields[languageName];
    const lost: string[] = [];
    // An entry around a picture says what is to be seen there.
    const only = findOnlyAsset({ fields });
    const isCard = names.some((name) => findVideo(fields[name]) !== null);
    const readField = (name: string): unknown[] => {
      const field = fields[name];
      if (name === headingName) return [];
      if (isText(field)) {
        const video = findVideo(field);
        if (video) {
          const { uri, host } = video;
          const data = { uri, title: heading || `Video on ${host}`, caption: host };
          return [toNode(BLOCKS.EMBEDDED_ENTRY, [], data)];
        }
        if (codes.test(name)) return [toCode(field, isText(language) ? language : '')];
        const isForReaders =
          texts.test(name) || field.length > longestLabel || field.includes('\n');
        if (isForReaders && !isAddress(field) && !/^<(iframe|script|style|svg)/i.test(field))
          return parseMarkdown(field, report);
      }
      const { linkType } = parseLink(Array.isArray(field) ? field[0] : field);
      if (only?.alt && field === only.target)
        return [toNode(BLOCKS.EMBEDDED_ASSET, [], { target: field, title: only.alt })];
      if (isDocument(field) || linkType)
        return readValue(field, place === 'alone' ? 'list' : place);
      if (field !== '' && field !== null && field !== false) lost.push(name);
      return [];
    };
    const nodes = names.flatMap((name) => noteSource(readField(name), id, name));
    const isAllFigures = nodes.length > 0 && nodes.every(isFigure);
    if (heading && !isCard && place !== 'alone') {
      const isSection = place === 'list' && !isAllFigures;
      const type = isSection ? `heading-${Math.min(6, around.length + 1)}` : BLOCKS.PARAGRAPH;
      const data = { entry: id, field: headingName };
      nodes.unshift(toNode(type, [toText(heading, ...(isSection ? [] : ['bold']))], data));
    }
    return { nodes, lost, heading, isAllFigures };
  };

  /** Reads what stands in place of a link to an entry; null for one with a page, or that is not published. */
  const readEntry = (target: unknown, place: Place) => {
    const entry = entries.get(parseLink(target).id ?? '');
    if (entry?.collection !== null) return null;
    const name = `entry ${entry.id} (${entry.type})`;
    links.push(target);
    left -= (toJson(entry.fields)?.length ?? Infinity) + leastSize;
    if (left < 0 || around.includes(entry) || around.length === deepest) {
      report(
        `embeds ${name}, which is too long or too deep, or contains itself; it is left out there`,
      );
      return { nodes: [], heading: '' };
    }
    around.push(entry);
    const { lost, isAllFigures, ...found } = readFields(entry, place);
    around.pop();
    if (found.nodes.length === 0)
      report(`embeds ${name}, which has nothing that the site can show`);
    else if (lost.length > 0) report(`embeds ${name} without its ${shorten(lost.join(', '), 100)}`);
    else if (place === 'line' || (place === 'text' && !isAllFigures))
      report(`embeds ${name}, which has no page of its own; its text stands there`);
    return found;
  };

  /** Reads the nodes of rich text, with embedded entries in their places. */
  const readNodes = (content: unknown, depth = 0): unknown[] =>
    toArray(content).flatMap((node): unknown[] => {
      // The check of rich text reports what is deeper.
      if (!isRecord(node) || depth > 100) return [node];
      const data = isRecord(node.data) ? node.data : {};
      const { target } = data;
      const isInline = node.nodeType === INLINES.EMBEDDED_ENTRY;
      const found =
        isInline || node.nodeType === BLOCKS.EMBEDDED_ENTRY
          ? readEntry(target, isInline ? 'line' : 'text')
          : null;
      if (found)
        return isInline
          ? [toText(found.heading || parseRichText({ content: found.nodes }).text)]
          : found.nodes;
      const linked = entries.get(parseLink(target).id ?? '')?.type;
      return [
        {
          ...node,
          ...(linked && { data: { ...data, found: linked } }),
          ...(node.content !== undefined && { content: readNodes(node.content, depth + 1) }),
        },
      ];
    });

  const readValue = (value: unknown, place: Place): unknown[] => {
    if (typeof value === 'string') return parseMarkdown(value, report);
    if (Array.isArray(value))
      return value.flatMap((one) => readValue(one, place === 'alone' ? 'list' : place));
    if (isDocument(value)) return readNodes(value.content);
    const { linkType } = parseLink(value);
    const found = linkType === 'Entry' ? readEntry(value, place) : null;
    if (found) return found.nodes;
    const nodeType = { Entry: BLOCKS.EMBEDDED_ENTRY, Asset: BLOCKS.EMBEDDED_ASSET }[linkType ?? ''];
    if (linkType) return [toNode(nodeType ?? BLOCKS.EMBEDDED_RESOURCE, [], { target: value })];
    report('has a value that is neither text nor rich text nor a link; it is left out');
    return [];
  };

  const content = readValue(body, 'alone');
  return { document: { nodeType: 'document', data: { problems: [...problems] }, content }, links };
}
