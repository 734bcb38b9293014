/**
 * Reads an entry as the site declares its type: a firm's own space may name a field differently, link to an entry where
 * the site reads text, and have a body of rich text, Markdown, or linked entries in order.
 */
import { BLOCKS, INLINES, type Block } from '@contentful/rich-text-types';
import { toJson } from '../../base/schemas.ts';
import { parseMarkdown, toCode, toNode, toText } from '../body/markdown.ts';
import { createParser, getData, getPlainText, isDocument, shortenText } from '../body/parse.ts';
import { getBodyField, getCollection, isOfPages } from '../find-collection.ts';
import { findVideo } from '../body/video.ts';
import { getWireName, linksRead, parseLink, type ContentTypes, type WireItem } from './wire.ts';
import {
  findHead,
  isForSearch,
  readParts,
  type EntryField,
  type EntryParts,
} from './entry-parts.ts';

/** Entries within each other, and characters of all entries of a body, at most. */
const deepest = 10;
const longest = 2_000_000;
/** What an entry counts at least, so that there are at most two thousand. */
const leastSize = 1000;

/** Whether a block is a picture, a card or code, which needs no heading and loses nothing. */
const isFigure = (block: Block) =>
  block.nodeType.startsWith('embedded') || getData(block).language !== undefined;

/** Whether blocks are more than the one line of text that stands for them within another. */
const losesParts = (blocks: readonly Block[], heading: string) =>
  blocks.some(isFigure) || (heading !== '' && getPlainText(blocks) !== heading);

type RawNode = ReturnType<typeof toNode>;
const toLink = (text: RawNode, uri: string) => toNode(INLINES.HYPERLINK, [text], { uri });

/** Makes the nodes of a field that is neither Markdown nor content of its own. */
function toFieldNode(field: EntryField, { heading, labels, picture, alt }: EntryParts): RawNode {
  const { kind, value, text } = field;
  if (kind === 'picture') {
    const said = alt && value === picture ? { title: alt, caption: '' } : {};
    return toNode(BLOCKS.EMBEDDED_ASSET, [], { target: value, ...said });
  }
  if (kind === 'video') {
    const { uri = text, host = '' } = findVideo(text) ?? {};
    const data = { uri, title: heading || `Video on ${host}`, caption: host };
    return toNode(BLOCKS.EMBEDDED_ENTRY, [], data);
  }
  const label = labels.get(field);
  return toNode(BLOCKS.PARAGRAPH, [label ? toLink(toText(label.text), text) : toText(text)]);
}

/** Notes where blocks come from, unless it is an entry further inside. */
const noteSource = (blocks: readonly Block[], entry: string, field: string): Block[] =>
  blocks.map((block) => ({ ...block, data: { entry, field, ...block.data } }));

/** The node of a link that is alone, by its type. */
const embeds = new Map([
  ['Entry', BLOCKS.EMBEDDED_ENTRY],
  ['Asset', BLOCKS.EMBEDDED_ASSET],
]);

/** In a list an entry is a section with a heading, in a text a part of it or of its line; alone it is the body. */
type Place = 'list' | 'text' | 'line' | 'alone';

/**
 * Parses a body in one walk, which goes into the entries that it embeds.
 * @param entries the entries that the body may link to, by id
 * @param types the content types of the account
 * @returns `copied`: links to the entries whose text is in the body
 */
export function parseBody(
  body: unknown,
  entries: ReadonlyMap<string, WireItem>,
  types: ContentTypes,
) {
  const problems = new Set<string>();
  const reportProblem = (problem: string) => void problems.add(problem);
  const copied: unknown[] = [];
  const around: WireItem[] = [];
  let left = longest;

  /** Reads a field that an entry shows below its heading. */
  const readField = (field: EntryField, parts: EntryParts, place: Place, depth: number) => {
    const { kind, value, text } = field;
    if (kind === 'content') return readValue(value, place === 'alone' ? 'list' : place, depth);
    if (field === parts.code) return parseBlocks([toCode(text, parts.language)], depth);
    const nodes =
      kind === 'text' ? parseMarkdown(text, reportProblem) : [toFieldNode(field, parts)];
    return parseBlocks(nodes, depth);
  };

  /** Makes the heading of an entry: a section of a list has one, a part of a text a line. */
  const toHeading = (parts: EntryParts, isSection: boolean, isLink: boolean, entry: string) => {
    const { heading, headingField: field, target } = parts;
    const type = isSection ? `heading-${Math.min(6, around.length + 1)}` : BLOCKS.PARAGRAPH;
    const text = toText(heading, ...(isSection || isLink ? [] : ['bold']));
    return toNode(type, [target ? toLink(text, target.text) : text], { entry, field });
  };

  /** @returns the blocks of an entry, its name for a place within a line, and the names of the fields that are lost */
  const readFields = (entry: WireItem, place: Place, depth: number) => {
    const parts = readParts(entry, types);
    const { heading, target, isCard, lost } = parts;
    const blocks = parts.shown.flatMap((field) =>
      noteSource(readField(field, parts, place, depth), entry.id, field.name),
    );
    if (!heading || isCard || place === 'alone') return { blocks, heading, lost };
    const [figure] = blocks;
    // What an entry around a picture is called is for the picture alone.
    if (blocks.length === 1 && figure?.nodeType === BLOCKS.EMBEDDED_ASSET && !target)
      return { blocks: [{ ...figure, data: { ...figure.data, caption: heading } }], heading, lost };
    const isLink = target !== undefined && blocks.length === 0;
    const isAllFigures = blocks.length > 0 && blocks.every(isFigure);
    const isSection = place === 'list' && !isAllFigures && !isLink;
    blocks.unshift(...parseBlocks([toHeading(parts, isSection, isLink, entry.id)], depth));
    return { blocks, heading: isLink ? '' : heading, lost };
  };

  /** Reads what stands in place of a link to an entry; null for one with a page, or that is not published. */
  const readEntry = (target: unknown, place: Place, depth: number) => {
    const entry = entries.get(parseLink(target).id ?? '');
    if (!entry || isOfPages(entry.collection)) return null;
    const name = `entry ${entry.id} (${entry.type})`;
    copied.push(target);
    left -= (toJson(entry.fields)?.length ?? Infinity) + leastSize;
    if (left < 0 || around.includes(entry) || around.length === deepest) {
      reportProblem(
        `embeds ${name}, which is too long or too deep, or contains itself; it is left out there`,
      );
      return { blocks: [], heading: '' };
    }
    around.push(entry);
    const { blocks, heading, lost } = readFields(entry, place, depth);
    around.pop();
    if (blocks.length === 0)
      reportProblem(`embeds ${name}, which has nothing that the site can show`);
    else if (lost.length > 0)
      reportProblem(`embeds ${name} without its ${shortenText(lost.join(', '), 100)}`);
    else if (place === 'line' && losesParts(blocks, heading))
      reportProblem(
        `embeds ${name} within a line, where only its ${heading ? 'name' : 'text'} stands`,
      );
    return { blocks, heading };
  };

  const readValue = (value: unknown, place: Place, depth: number): Block[] => {
    if (typeof value === 'string') return parseBlocks(parseMarkdown(value, reportProblem), depth);
    if (Array.isArray(value))
      return value.flatMap((one) => readValue(one, place === 'alone' ? 'list' : place, depth));
    if (isDocument(value)) return parseBlocks(value.content, depth);
    const { linkType } = parseLink(value);
    const found = linkType === 'Entry' ? readEntry(value, place, depth) : null;
    if (found) return found.blocks;
    if (linkType) {
      const nodeType = embeds.get(linkType) ?? BLOCKS.EMBEDDED_RESOURCE;
      return parseBlocks([toNode(nodeType, [], { target: value })], depth);
    }
    reportProblem('has a value that is neither text nor rich text nor a link; it is left out');
    return [];
  };

  const { parseBlocks, finish } = createParser(reportProblem, {
    getType: (id) => entries.get(id)?.type ?? undefined,
    isFar: () => around.length >= linksRead,
    readEntry,
  });
  const blocks = readValue(body, 'alone', 1);
  return { richText: finish(blocks, problems), copied };
}

const noIndex = /no_?index$/i;
/** Whether editors keep an entry out of search results. */
const hasNoIndex = ({ fields }: Pick<WireItem, 'fields'>): boolean =>
  Object.entries(fields).some(([name, value]) => value === true && noIndex.test(name));

type Entries = ReadonlyMap<string, WireItem>;

/**
 * Names the fields of an entry as its collection declares them. Other types stay as they are.
 * @param entries those that it may link to
 * @param types the content types of the account
 */
export function nameFields(item: WireItem, entries: Entries, types: ContentTypes): WireItem {
  if (item.collection === null) return item;
  const { fields: declared, pages } = getCollection(item.collection);
  const getEntry = (value: unknown) => entries.get(parseLink(value).id ?? '');
  const linkedFields: unknown[] = [];

  /** Gives in place of a link to an entry its name or picture, or those of the entry that it is around. */
  const replaceLink = (value: unknown, isPicture: boolean): unknown => {
    let link = value;
    for (let depth = 1; depth <= linksRead && parseLink(link).linkType === 'Entry'; depth += 1) {
      linkedFields.push(link);
      const entry = getEntry(link);
      if (!entry) break;
      const { name, picture, alt, shown } = readParts(entry, types);
      if (isPicture && picture) return { sys: parseLink(picture), alt };
      if (!isPicture && name) return name;
      link = shown.find(({ kind }) => kind === 'content')?.value;
    }
    // The report names the type of an entry that has nothing.
    const type = getEntry(value)?.type;
    return type && link !== value ? { sys: parseLink(value), type } : value;
  };

  /** An entry for search results may lack one of both. */
  const replaceHead = (value: unknown, part: 'title' | 'description'): unknown => {
    const entry = getEntry(value);
    return entry ? findHead(entry, types)[part] : value;
  };

  const { title = '', description = '' } = pages?.head ?? {};
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(declared)) {
    const value = item.fields[getWireName(key, field)];
    const replace = (one: unknown) => {
      if (key === title) return replaceHead(one, 'title');
      if (key === description) return replaceHead(one, 'description');
      return replaceLink(one, field.kind === 'picture');
    };
    // The linked entries have records of their own.
    if (field.kind === 'entry' || field.kind === 'entries') fields[key] = value;
    else if (field.kind !== 'body')
      fields[key] = Array.isArray(value) ? value.map(replace) : replace(value);
  }
  const head = [title, description].map((key) => getWireName(key, declared[key]));
  const forSearch = Object.entries(item.fields).flatMap(([name, value]) => {
    const type = getEntry(value)?.type ?? '';
    return type && (head.includes(name) || isForSearch(name, type)) ? [value] : [];
  });
  linkedFields.push(...forSearch);
  const isHidden = [item, ...forSearch.map(getEntry)].some((one) => one && hasNoIndex(one));
  return { ...item, fields, linkedFields, ...(isHidden && { noIndex: true }) };
}

/** Names the fields of an entry, and parses its body. The parameters are those of {@link nameFields}. */
export function parseSiteEntry(item: WireItem, entries: Entries, types: ContentTypes): WireItem {
  const named = nameFields(item, entries, types);
  if (item.collection === null) return named;
  const { fields } = getCollection(item.collection);
  const key = getBodyField({ fields });
  const value = item.fields[getWireName(key, fields[key])] ?? null;
  if (value === null) return named;
  const { richText, copied } = parseBody(value, entries, types);
  return { ...named, body: richText, linkedFields: [...(named.linkedFields ?? []), ...copied] };
}
