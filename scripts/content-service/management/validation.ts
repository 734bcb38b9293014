/** Checks values against the validations of their content type, as Contentful does before publishing. */
import * as v from 'valibot';
import { parseLink } from '../../../src/engine/content/contentful/wire.ts';
import { isRecord } from '../../../src/engine/unknown.ts';
import type { FieldType, Validation } from '../model.ts';
import type { Field } from './content-types.ts';

/** One error of an `InvalidEntry` answer. */
export interface FieldError {
  name: string;
  path: readonly string[];
  details: string;
}

/** Facts about the rest of the space that a validation may need. */
export interface Surroundings {
  isTaken(field: string, value: unknown): boolean;
  /** MIME type of a linked asset; null for an unknown asset. */
  getMimeType(assetId: string): string | null;
  /** Content type of a linked entry; '' for an unknown entry. */
  getContentType(entryId: string): string;
}

const longestSymbol = 256;
const longestText = 50_000;

const isLinkTo = (value: unknown, linkType: string | undefined) =>
  v.is(v.object({ sys: v.object({ linkType: v.literal(linkType ?? '') }) }), value);

const isOfType: Record<FieldType, (value: unknown, field: Field) => boolean> = {
  Symbol: (value) => typeof value === 'string' && value.length <= longestSymbol,
  Text: (value) => typeof value === 'string' && value.length <= longestText,
  Date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  RichText: (value) => isRecord(value) && value.nodeType === 'document',
  Link: (value, { linkType }) => isLinkTo(value, linkType),
  Array: (value) =>
    Array.isArray(value) && value.every((item) => isOfType.Symbol(item, symbolField)),
};
const symbolField: Field = {
  id: '',
  name: '',
  type: 'Symbol',
  required: false,
  localized: false,
  validations: [],
};

function* findNodes(root: unknown): Generator<Record<string, unknown>> {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const node = pending.pop();
    if (!isRecord(node)) continue;
    yield node;
    if (Array.isArray(node.content)) pending.push(...Array.from<unknown>(node.content));
  }
}

/** Node types of every document; no validation can forbid them. */
const alwaysAllowed = [
  'document',
  'paragraph',
  'text',
  'list-item',
  'table-row',
  'table-cell',
  'table-header-cell',
];

function breaks(validation: Validation, field: Field, value: unknown, around: Surroundings) {
  const { unique, size, regexp, prohibitRegexp, linkMimetypeGroup, nodes } = validation;
  const text = typeof value === 'string' ? value : '';
  const test = ({ pattern, flags }: { pattern: string; flags: string }) =>
    new RegExp(pattern, flags).test(text);
  if (unique && around.isTaken(field.id, value)) return 'unique';
  if (size && text.length > size.max) return 'size';
  if (regexp && !test(regexp)) return 'regexp';
  if (prohibitRegexp && test(prohibitRegexp)) return 'prohibitRegexp';
  if (validation.in && !validation.in.includes(text)) return 'in';
  if (linkMimetypeGroup) {
    const group = around.getMimeType(parseLink(value).id ?? '')?.split('/')[0] ?? '';
    if (!linkMimetypeGroup.includes(group)) return 'linkMimetypeGroup';
  }
  for (const node of findNodes(value)) {
    const { nodeType, data, marks } = node;
    const type = String(nodeType);
    const allowed: readonly string[] | undefined = validation.enabledNodeTypes;
    if (allowed && !alwaysAllowed.includes(type) && !allowed.includes(type))
      return 'enabledNodeTypes';
    const allowedMarks: readonly string[] | undefined = validation.enabledMarks;
    if (allowedMarks && Array.isArray(marks)) {
      const used = marks.map((mark) => (isRecord(mark) ? String(mark.type) : ''));
      if (!used.every((mark) => allowedMarks.includes(mark))) return 'enabledMarks';
    }
    const [rule] = Object.entries(nodes ?? {}).find(([name]) => name === type)?.[1] ?? [];
    if (rule && isRecord(data)) {
      const target = around.getContentType(parseLink(data.target).id ?? '');
      if (!rule.linkContentType.includes(target)) return 'linkContentType';
    }
  }
  return null;
}

/** Lists the errors in the fields of an entry. The list is empty for an entry that may be published. */
export function findFieldErrors(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  around: Surroundings,
): FieldError[] {
  const unknown = Object.keys(values).filter((id) => !fields.some((field) => field.id === id));
  return [
    ...unknown.map((id) => ({
      name: 'unknown',
      path: ['fields', id],
      details: `No field with id "${id}" found.`,
    })),
    ...fields.flatMap((field): FieldError[] => {
      const value = values[field.id];
      const fail = (name: string, details: string) => [
        { name, path: ['fields', field.id], details },
      ];
      if (value === undefined || value === null || value === '')
        return field.required
          ? fail('required', `The property "${field.id}" is required here`)
          : [];
      if (!isOfType[field.type](value, field))
        return fail('type', `The type of "${field.id}" is incorrect, expected type: ${field.type}`);
      return field.validations.flatMap((validation) => {
        const name = breaks(validation, field, value, around);
        return name === null ? [] : fail(name, validation.message ?? `does not match: ${name}`);
      });
    }),
  ];
}
