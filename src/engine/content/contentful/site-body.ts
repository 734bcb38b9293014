/** Parses a body as firms have them: rich text, Markdown, or linked entries in order. */
import { BLOCKS, INLINES, type Block } from '@contentful/rich-text-types';
import { toJson } from '../../base/schemas.ts';
import { isRecord } from '../../base/unknown.ts';
import { parseMarkdown, toCode, toNode, toText } from '../body/markdown.ts';
import { createParser, getData, getPlainText, shorten } from '../body/parse.ts';
import { isOfPages } from '../find-collection.ts';
import { findVideo } from '../body/video.ts';
import { parseLink } from './link.ts';
import { linksRead, type WireItem } from './wire.ts';

/** Entries within each other, and characters of all entries of a body, at most. */
const deepest = 10;
const longest = 2_000_000;
/** What an entry counts at least, so that there are at most two thousand. */
const leastSize = 1000;

/** What an entry has for small screens beside what it has for others. */
const forPhones = /(?:(?:^|_)(?:mobile|phone|tablet)|Mobile|Phone|Tablet)(?![a-z])/;

/** Names the fields with a link to an item of a kind: where some are for small screens, the others. */
function listLinkFields({ fields }: Pick<WireItem, 'fields'>, kind: 'Entry' | 'Asset'): string[] {
  const all = Object.keys(fields).filter((name) => parseLink(fields[name]).linkType === kind);
  const forAll = all.filter((name) => !forPhones.test(name));
  return forAll.length > 0 ? forAll : all;
}

/** The link to the only item of a kind to which an entry links; null for none or several. */
export function findOnlyLink(entry: Pick<WireItem, 'fields'>, kind: 'Entry' | 'Asset'): unknown {
  const [name, ...others] = listLinkFields(entry, kind);
  return name === undefined || others.length > 0 ? null : entry.fields[name];
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isAddress = (text: string) => /^((https?:\/\/|mailto:|tel:)\S+|\/\S*)$/.test(text);
const isLink = (value: unknown) => isText(value) && isAddress(value) && findVideo(value) === null;
const isDocument = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && value.nodeType === 'document';

// Names of fields, whole or by their end ('heroTitle'). The first of the headings that an entry has is its own.
const words = ['heading', 'headline', 'header', 'title', 'question', 'name', 'label'];
const headings = ['^', ''].flatMap((start) =>
  words.map((word) => new RegExp(`${start}${word}$`, 'i')),
);
const texts =
  /(text|body|content|copy|description|markdown|sub(title|heading|headline)|tagline|quote|testimonial|answer|caption|intro(duction)?|summary|excerpt|bio|message|value|author)$/i;
const codes = /^(source)?code(block|text|content)?$|snippet$/i;
/** What is not for readers, whatever else its name says. */
export const technical =
  /^(id|key|slug|type|alt|altText)$|^(internal|entry|seo|meta)([A-Z_]|$)|(Id|Key|Slug)$|[lL]ang(uage)?$/;
/** How an entry is to look in another site, which is no loss here. A switch always says that. */
const settings =
  /^(?:target|theme(?:Name)?|icon|styles?|align(?:ment)?|colou?rs?|variant|layout|position)$|[a-z](?:Theme|Icon|Style|Align(?:ment)?|Colou?r|Variant|Layout|Position)$/;
/** What the link of an entry is called, beside the heading of the entry. */
const labels =
  /^(?:label|cta|button)$|Label$|(?:button|cta|link|action)_?(?:text|title|name|copy)$/i;
/** Where an entry leads that has more to say than a link. */
const destinations =
  /^(?:(?:link|cta|button|page|site|web|target|external|internal)_?)?(?:ur[il]|href|link|path|page|site|address)$/i;
/** A longer text is for readers, whatever its name. */
const longestLabel = 120;

/** Whether a block is a picture, a card or code, which needs no heading and loses nothing. */
const isFigure = (block: Block) =>
  block.nodeType.startsWith('embedded') || getData(block).language !== undefined;

/** Whether blocks are more than the one line of text that stands for them within another. */
const losesParts = (blocks: readonly Block[], heading: string) =>
  blocks.some(isFigure) || (heading !== '' && getPlainText(blocks) !== heading);

/** The field that names a person, or anything else. */
export const ownName = /^(?:full|display|author|person)?_?name$/i;
const firstName = /^(?:first|given)_?(?:name)?$/i;
const lastName = /^(?:last|family|sur)_?name$|^family$/i;
const findText = (fields: WireItem['fields'], names: RegExp): unknown =>
  Object.entries(fields).find(([name, value]) => names.test(name) && isText(value))?.[1];

/** The name of a person that is in two fields; '' without one. */
export const joinPersonName = (fields: WireItem['fields']): string =>
  [findText(fields, firstName), findText(fields, lastName)].filter(isText).join(' ');

/** What the type of an entry about a person is called, or a field that only such an entry has. */
const personType =
  /(?:person|people|author|employee|member|staff|speaker|expert|guest|testimonial|quote)$/i;
const personField = /^(?:bio(?:graphy)?|avatar|headshot|job_?title)$/i;

const altName = /^(image|picture|photo)?_?alt(ernative)?_?(text|tag)?$/i;

const captionName = /^(?:image|picture|photo)?_?caption$/i;

/** What an entry says of its picture; '' for nothing. */
export function findAlt(fields: WireItem['fields']): string {
  const alt = findText(fields, altName);
  return isText(alt) ? alt : '';
}

/** Finds the fields of an entry that are a link: its address, and the words of it, if any; null for none, or for several. */
function findLink(fields: WireItem['fields'], names: readonly string[]) {
  const [address, ...others] = names.filter((name) => isLink(fields[name]));
  if (address === undefined || others.length > 0) return null;
  const texts = names.filter(
    (name) => isText(fields[name]) && name !== address && !settings.test(name),
  );
  const [only = ''] = texts;
  const isOnly = texts.length === 1 && String(fields[only]).length <= longestLabel;
  const label = texts.find((name) => labels.test(name)) ?? (isOnly ? only : undefined);
  return { address, label };
}

const toLink = (text: ReturnType<typeof toText>, uri: unknown) =>
  toNode(INLINES.HYPERLINK, [text], { uri });

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
 * @returns `copied`: links to the entries whose text is in the body
 */
export function parseBody(body: unknown, entries: ReadonlyMap<string, WireItem>) {
  const problems = new Set<string>();
  const report = (problem: string) => void problems.add(problem);
  const copied: unknown[] = [];
  const around: WireItem[] = [];
  let left = longest;

  /** @returns the blocks of an entry, and the names of its fields that are not in them */
  const readFields = ({ id, type, fields }: WireItem, place: Place, depth: number) => {
    const person = joinPersonName(fields);
    const names = Object.keys(fields).filter(
      (name) => !technical.test(name) && !altName.test(name) && !(person && lastName.test(name)),
    );
    const isPerson =
      person !== '' || personType.test(type ?? '') || names.some((name) => personField.test(name));
    // The title of a person says what the person does.
    const own = isPerson ? [ownName, firstName] : [];
    const [headingName] = [...own, ...headings].flatMap((heading) =>
      names.filter((name) => isText(fields[name]) && heading.test(name)),
    );
    const written = isText(headingName) ? String(fields[headingName]) : '';
    const isOfParts = headingName === undefined || firstName.test(headingName);
    const heading = person && isOfParts ? person : written;
    const languageName = Object.keys(fields).find((name) => /lang(uage)?$/i.test(name)) ?? '';
    const language = fields[languageName];
    const lost: string[] = [];
    // An entry around a picture says what is to be seen there.
    const pictures = listLinkFields({ fields }, 'Asset');
    const picture = findOnlyLink({ fields }, 'Asset');
    const alt = findAlt(fields);
    const captionField =
      picture === null ? undefined : names.find((name) => captionName.test(name));
    const caption = captionField && isText(fields[captionField]) ? fields[captionField] : '';
    const isCard = names.some((name) => findVideo(fields[name]) !== null);
    const { address, label } = findLink(fields, names) ?? {};
    const isTitleLink =
      label === undefined &&
      heading !== '' &&
      !isCard &&
      place !== 'alone' &&
      destinations.test(address ?? '');
    const readField = (name: string): Block[] => {
      const field = fields[name];
      if (name === headingName || name === label || (caption && name === captionField)) return [];
      if (name === address && isTitleLink) return [];
      if (name === address && label !== undefined) {
        const node = toLink(toText(String(fields[label])), field);
        return parseBlocks([toNode(BLOCKS.PARAGRAPH, [node])], depth);
      }
      if (isText(field)) {
        const video = findVideo(field);
        if (video) {
          const { uri, host } = video;
          const data = { uri, title: heading || `Video on ${host}`, caption: host };
          return parseBlocks([toNode(BLOCKS.EMBEDDED_ENTRY, [], data)], depth);
        }
        if (codes.test(name))
          return parseBlocks([toCode(field, isText(language) ? language : '')], depth);
        const isForReaders =
          texts.test(name) ||
          (isPerson && name === 'title') ||
          field.length > longestLabel ||
          field.includes('\n');
        if (isForReaders && !isAddress(field) && !/^<(iframe|script|style|svg)/i.test(field))
          return parseBlocks(parseMarkdown(field, report), depth);
      }
      const { linkType } = parseLink(Array.isArray(field) ? field[0] : field);
      if (parseLink(field).linkType === 'Asset' && !pictures.includes(name)) return [];
      if ((alt || caption) && field === picture) {
        const data = { target: field, caption, ...(alt && { title: alt }) };
        return parseBlocks([toNode(BLOCKS.EMBEDDED_ASSET, [], data)], depth);
      }
      if (isDocument(field) || linkType)
        return readValue(field, place === 'alone' ? 'list' : place, depth);
      if (field !== '' && field !== null && typeof field !== 'boolean' && !settings.test(name))
        lost.push(name);
      return [];
    };
    const blocks = names.flatMap((name) => noteSource(readField(name), id, name));
    const isAllFigures = blocks.length > 0 && blocks.every(isFigure);
    const isLabel = label !== undefined && label === headingName;
    const [figure] = blocks;
    // What an entry around a picture is called is for the picture alone.
    const isFigureAlone = blocks.length === 1 && figure?.nodeType === BLOCKS.EMBEDDED_ASSET;
    if (heading && isFigureAlone && !isTitleLink && place !== 'alone')
      return {
        blocks: [{ ...figure, data: { ...figure.data, caption: caption || heading } }],
        lost,
        heading,
      };
    if (heading && !isCard && !isLabel && place !== 'alone') {
      const isSection = place === 'list' && !isAllFigures;
      const type = isSection ? `heading-${Math.min(6, around.length + 1)}` : BLOCKS.PARAGRAPH;
      const data = { entry: id, field: headingName };
      const text = toText(heading, ...(isSection ? [] : ['bold']));
      const node = toNode(type, [isTitleLink ? toLink(text, fields[address ?? '']) : text], data);
      blocks.unshift(...parseBlocks([node], depth));
    }
    const isLinkAlone = isTitleLink && blocks.length === 1;
    return { blocks, lost, heading: isLabel || isLinkAlone ? '' : heading };
  };

  /** Reads what stands in place of a link to an entry; null for one with a page, or that is not published. */
  const readEntry = (target: unknown, place: Place, depth: number) => {
    const entry = entries.get(parseLink(target).id ?? '');
    if (!entry || isOfPages(entry.collection)) return null;
    const name = `entry ${entry.id} (${entry.type})`;
    copied.push(target);
    left -= (toJson(entry.fields)?.length ?? Infinity) + leastSize;
    if (left < 0 || around.includes(entry) || around.length === deepest) {
      report(
        `embeds ${name}, which is too long or too deep, or contains itself; it is left out there`,
      );
      return { blocks: [], heading: '' };
    }
    around.push(entry);
    const { blocks, heading, lost } = readFields(entry, place, depth);
    around.pop();
    if (blocks.length === 0) report(`embeds ${name}, which has nothing that the site can show`);
    else if (lost.length > 0) report(`embeds ${name} without its ${shorten(lost.join(', '), 100)}`);
    else if (place === 'line' && losesParts(blocks, heading))
      report(`embeds ${name} within a line, where only its ${heading ? 'name' : 'text'} stands`);
    return { blocks, heading };
  };

  const readValue = (value: unknown, place: Place, depth: number): Block[] => {
    if (typeof value === 'string') return parseBlocks(parseMarkdown(value, report), depth);
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
    report('has a value that is neither text nor rich text nor a link; it is left out');
    return [];
  };

  const { parseBlocks, finish } = createParser(report, {
    getType: (id) => entries.get(id)?.type ?? undefined,
    isFar: () => around.length >= linksRead,
    readEntry,
  });
  const blocks = readValue(body, 'alone', 1);
  return { richText: finish(blocks, problems), copied };
}
