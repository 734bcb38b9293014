/** The content model as editors see it, in Contentful's terms, made from the collections of the site. */
import { BLOCKS, INLINES, MARKS } from '@contentful/rich-text-types';
import { collections } from '../site.ts';
import {
  getLinkedTypes,
  hasPages,
  type Collection,
  type Field,
  type Validation,
} from '../declare/collections.ts';
import { getWireName, getWireType } from '../content/contentful/index.ts';
import { getNameField, slugRules } from '../content/index.ts';
import { environment, linkTo, spaceId } from './space.ts';

type FieldType = 'Symbol' | 'Text' | 'Date' | 'RichText' | 'Link' | 'Array' | 'Number' | 'Boolean';

export interface FieldModel {
  /** Name of the field in the account. */
  id: string;
  /** Label above the field, and help text below it. */
  name: string;
  help: string;
  type: FieldType;
  /** Of a link, or of a list of links. */
  linkType?: string;
  widget: string;
  /** Settings of the widget, besides the help text. */
  settings?: Readonly<Record<string, string>>;
  required: boolean;
  validations: readonly Validation[];
}

const flags = '';
const entryNodes = [
  BLOCKS.EMBEDDED_ENTRY,
  INLINES.EMBEDDED_ENTRY,
  INLINES.ENTRY_HYPERLINK,
] as const;
const linkContentType = collections.filter(hasPages).map(getWireType);

const slugValidations: Validation[] = [
  { unique: true },
  {
    regexp: { pattern: slugRules.pattern.source, flags },
    message: 'Use lower-case letters a to z, digits and single hyphens.',
  },
  {
    prohibitRegexp: { pattern: `^(${slugRules.reserved.join('|')})$`, flags },
    message: 'The site needs this address itself.',
  },
  { size: { max: slugRules.longest } },
];

/** Nodes that others bring along, and links to other spaces, which the site does not show. */
const implied = /^(?:document|paragraph|list-item|table-.*)$|resource/;

/** Allows every other node that body/render.ts renders. */
const bodyValidations: Validation[] = [
  {
    enabledNodeTypes: [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
      (node) => !implied.test(node),
    ),
  },
  { enabledMarks: Object.values(MARKS) },
  { nodes: Object.fromEntries(entryNodes.map((node) => [node, [{ linkContentType }]])) },
];

type Kind = Pick<FieldModel, 'type' | 'linkType' | 'widget' | 'settings'> & {
  validations?: Validation[];
};
const kinds: Readonly<Record<Field['kind'], Kind>> = {
  text: { type: 'Symbol', widget: 'singleLine' },
  date: { type: 'Date', widget: 'datePicker', settings: { format: 'dateonly' } },
  picture: {
    type: 'Link',
    linkType: 'Asset',
    widget: 'assetLinkEditor',
    validations: [{ linkMimetypeGroup: ['image'] }],
  },
  tags: { type: 'Array', widget: 'tagEditor' },
  number: { type: 'Number', widget: 'numberEditor' },
  boolean: { type: 'Boolean', widget: 'boolean' },
  choice: { type: 'Symbol', widget: 'dropdown' },
  entry: { type: 'Link', linkType: 'Entry', widget: 'entryLinkEditor' },
  entries: { type: 'Array', linkType: 'Entry', widget: 'entryLinksEditor' },
  slug: { type: 'Symbol', widget: 'slugEditor', validations: slugValidations },
  body: { type: 'RichText', widget: 'richTextEditor', validations: bodyValidations },
};

function toFieldModel(key: string, field: Field, collection: Collection): FieldModel {
  const { kind, name, help, required = false, isLong, hasTime, choices, validations = [] } = field;
  const model = {
    ...kinds[kind],
    ...(isLong && ({ type: 'Text', widget: 'multipleLine' } as const)),
    ...(hasTime && { settings: { format: 'timeZ', ampm: '24' } }),
    ...(validations.some((one) => one.in) && { widget: 'dropdown' }),
  };
  const types = getLinkedTypes(collection, field);
  const all = [
    ...(model.validations ?? []),
    ...(choices ? [{ in: [...choices] }] : []),
    ...(types.length > 0 ? [{ linkContentType: types.map(getWireType) }] : []),
    ...validations,
  ];
  return { ...model, id: getWireName(key, field), name, help, required, validations: all };
}

/** The fields of a content type by their names on the site. */
export const getModel = (collection: Collection): Readonly<Record<string, FieldModel>> =>
  Object.fromEntries(
    Object.entries(collection.fields).map(([key, field]) => [
      key,
      toFieldModel(key, field, collection),
    ]),
  );

/** Field name to type, in the account; undefined for a content type that the site does not declare. */
export function getFieldTypes(contentType: string): Map<string, FieldType> | undefined {
  const collection = collections.find((one) => getWireType(one) === contentType);
  return (
    collection && new Map(Object.values(getModel(collection)).map(({ id, type }) => [id, type]))
  );
}

/** The field by which editors find an entry. */
function getDisplayField(collection: Collection): string {
  const name = getNameField(collection);
  return getWireName(name, collection.fields[name]);
}

/** The items of `/content_types`. */
export const contentTypes = collections.map((collection) => ({
  sys: {
    space: linkTo('Space', spaceId),
    id: getWireType(collection),
    type: 'ContentType',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    environment: linkTo('Environment', environment),
    publishedVersion: 3,
    revision: 1,
  },
  displayField: getDisplayField(collection),
  name: collection.title,
  description: collection.help,
  fields: Object.values(getModel(collection)).map((model) => {
    const { id, name, type, linkType, required, validations } = model;
    const field = { id, name, type, localized: false, required, disabled: false, omitted: false };
    if (type !== 'Array') return { ...field, validations, ...(linkType && { linkType }) };
    // Of a list of links each link is checked.
    const items = linkType
      ? { type: 'Link', linkType, validations }
      : { type: 'Symbol', validations: [] };
    return { ...field, validations: linkType ? [] : validations, items };
  }),
}));

const textTypes: readonly string[] = ['Symbol', 'Text', 'RichText', 'Number', 'Integer'];

/** A field of a content type in the account, as far as its kind matters. */
interface FieldKind {
  type: string;
  linkType?: string | null | undefined;
  /** Of a list. */
  items?: { type: string; linkType?: string | null | undefined } | null | undefined;
}

/** Names the kind of a field for people: 'Symbol', 'Link to an entry', 'Array of links to entries'. */
export function formatKind({ type, linkType, items }: FieldKind): string {
  const link = linkType ?? items?.linkType;
  if (type === 'Link') return `Link to an ${link === 'Asset' ? 'asset' : 'entry'}`;
  if (type !== 'Array') return type;
  if (!link) return 'Array of texts';
  return `Array of links to ${link === 'Asset' ? 'assets' : 'entries'}`;
}

/** How the site reads a list: by its kind, of what the list has. */
function describeList(kind: Field['kind'], items: FieldKind['items']): string | null {
  // Of a list of which nothing more is known, what the site hopes for.
  const of = items ? (items.linkType ?? 'Text') : null;
  const isOf = (...kinds: readonly string[]) => of === null || kinds.includes(of);
  switch (kind) {
    case 'tags':
      if (of === 'Entry') return 'as the names of the linked entries';
      return isOf('Text') ? 'as it is' : null;
    case 'entries':
      return isOf('Entry') ? 'as it is' : null;
    case 'entry':
      return isOf('Entry') ? 'as its first entry' : null;
    case 'picture':
      return isOf('Asset', 'Entry') ? 'as its first picture' : null;
    case 'body':
      return 'as what is in its parts, in order';
    case 'text':
    case 'choice':
      return isOf('Text', 'Entry') ? 'as its texts or names, joined' : null;
    default:
      return null;
  }
}

/** How the site reads a field of this kind: `as it is`, another way in words, or null for an unreadable field. */
export function describeReading(kind: Field['kind'], known: FieldKind): string | null {
  const expected = kinds[kind].type;
  const { type, linkType, items } = known;
  if (type === 'Array') return describeList(kind, items);
  const isEntryLink = type === 'Link' && linkType !== 'Asset';
  const isOther = type === 'Link' && isEntryLink !== (kinds[kind].linkType === 'Entry');
  if (type === expected && !isOther) return 'as it is';
  if (kind === 'entries' && isEntryLink) return 'as a list of one entry';
  if (kind === 'number' && type === 'Integer') return 'as it is';
  if (kind === 'number' && type === 'Symbol') return 'as the number that is written there';
  if (kind === 'tags' && (type === 'Symbol' || type === 'Text'))
    return 'as the words between its commas';
  if (kind === 'body') {
    if (isEntryLink) return 'as what is in the linked entry';
    return type === 'Text' ? 'as Markdown' : null;
  }
  if (kind === 'picture' && isEntryLink) return 'as the only picture of the linked entry';
  if (kind !== 'text' && kind !== 'choice') return null;
  if (isEntryLink) return 'as the name of the linked entry';
  return textTypes.includes(type) ? 'as it is' : null;
}
