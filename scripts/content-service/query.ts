/** Search over the items of a space, with the parameters and limits of the Delivery API. */
import { isRecord } from '../../src/rules/unknown.ts';
import { getFieldTypes } from './content-types.ts';
import { badRequest, invalidQuery, notFound } from './errors.ts';
import { locale, type Item, type Link, type State } from './space.ts';

export interface Listing {
  sys: { type: 'Array' };
  total: number;
  skip: number;
  limit: number;
  items: readonly unknown[];
  errors?: unknown[];
  includes?: { Entry?: unknown[]; Asset?: unknown[] };
}

export interface ListingOptions {
  type: 'Entry' | 'Asset';
  parameters: URLSearchParams;
}

const isLink = (value: unknown): value is Link =>
  isRecord(value) && isRecord(value.sys) && value.sys.type === 'Link';

const getPath = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    item,
  );

/** Converts a text, number or date to a comparable value; undefined for other values. */
const toComparable = (value: unknown): number | string | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? value : time;
};

/** Sorts numbers and dates before text. */
const compare = (a: number | string, b: number | string): number => {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
};

type Test = (value: unknown) => boolean;

/** A list matches when one of its values matches. */
const matchAny = (wanted: readonly string[]): Test => {
  const known = new Set(wanted);
  return (value) => [value].flat().some((one) => known.has(String(one)));
};

/** The operators that the site uses; Contentful has more. */
const operators: Record<string, (operand: string) => Test> = {
  '': (operand) => matchAny([operand]),
  in: (operand) => matchAny(operand.split(',')),
};

function parseNumber(parameters: URLSearchParams, name: string, fallback: number, maximum: number) {
  const text = parameters.get(name);
  if (text === null) return fallback;
  if (!/^\d+$/.test(text)) throw invalidQuery('type', [name], `"${name}" must not be negative`);
  if (Number(text) > maximum) {
    throw badRequest(`The maximum allowed value of "${name}" is ${String(maximum)}.`);
  }
  return Number(text);
}

/** Parses a path such as `fields.slug`. Fields that the content type lacks are refused. */
function parseFieldPath(text: string, type: 'Entry' | 'Asset', contentType: string | null) {
  const path = text.split('.');
  const [root, field = ''] = path;
  const unknown = () => invalidQuery('unknown', path, `The path "${text}" is not recognized`);
  if (root !== 'fields') {
    if ((root !== 'sys' && root !== 'metadata') || field === '') throw unknown();
    return { path, fieldType: undefined };
  }
  if (type === 'Asset') return { path, fieldType: undefined };
  if (contentType === null) {
    throw invalidQuery('contentTypeRequired', path, 'A content_type is needed to query "fields".');
  }
  const fieldType = getFieldTypes(contentType)?.get(field);
  if (!fieldType) throw unknown();
  return { path, fieldType };
}

type Predicate = (item: Item) => boolean;

const settings = new Set(['include', 'limit', 'skip', 'order', 'select']);

function parseFilters(type: 'Entry' | 'Asset', parameters: URLSearchParams): Predicate[] {
  const contentType = parameters.get('content_type');
  return [...parameters].flatMap(([name, operand]): Predicate[] => {
    if (settings.has(name)) return [];
    if (name === 'content_type' && type === 'Entry') {
      if (!getFieldTypes(operand)) {
        throw invalidQuery('unknownContentType', ['content_type'], `"${operand}" does not exist`);
      }
      return [({ sys }) => sys.type === 'Entry' && sys.contentType.sys.id === operand];
    }
    const [, dotted, operator = ''] = /^([\w.-]+)(?:\[(\w+)\])?$/.exec(name) ?? [];
    const toTest = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (dotted === undefined || !toTest) {
      throw invalidQuery('unknown', [name], `The parameter "${name}" is not recognized`);
    }
    const { path } = parseFieldPath(dotted, type, contentType);
    const test = toTest(operand);
    return [(item) => test(getPath(item, path))];
  });
}

function parseOrder({ type, parameters }: ListingOptions) {
  const keys = (parameters.get('order') ?? '-sys.updatedAt,sys.id').split(',').map((key) => {
    const direction = key.startsWith('-') ? -1 : 1;
    const { path, fieldType } = parseFieldPath(
      key.replace(/^-/, ''),
      type,
      parameters.get('content_type'),
    );
    if (fieldType && fieldType !== 'Symbol' && fieldType !== 'Date') {
      throw invalidQuery('order', path, `Ordering by a ${fieldType} field is not supported`);
    }
    return { path, direction };
  });
  return (items: readonly Item[]): Item[] =>
    items
      .map((item) => ({
        item,
        values: keys.map(({ path }) => toComparable(getPath(item, path))),
      }))
      .sort((one, other) => {
        for (const [index, { direction }] of keys.entries()) {
          const [a, b] = [one.values[index], other.values[index]];
          if (a === undefined && b === undefined) continue;
          // Contentful does not document the place of items that lack the field; here they come last.
          if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
          const difference = compare(a, b) * direction;
          if (difference !== 0) return difference;
        }
        return 0;
      })
      .map(({ item }) => item);
}

/** Sorted items by state and order. Cached, because clients read listings page by page. */
const sorted = new WeakMap<State, Map<string, readonly Item[]>>();

/** The items that can match a query, in order. */
function getCandidates(state: State, options: ListingOptions): readonly Item[] {
  const { type, parameters } = options;
  const sort = parseOrder(options);
  const all: ReadonlyMap<string, Item> = type === 'Entry' ? state.entries : state.assets;
  const ids = parameters.get('sys.id[in]') ?? parameters.get('sys.id');
  if (ids !== null) return sort(ids.split(',').flatMap((id) => all.get(id) ?? []));

  const contentType = parameters.get('content_type');
  const key = JSON.stringify([type, contentType, parameters.get('order')]);
  const known = sorted.get(state) ?? new Map<string, readonly Item[]>();
  sorted.set(state, known);
  const items =
    known.get(key) ??
    sort(
      [...all.values()].filter(
        ({ sys }) =>
          contentType === null || (sys.type === 'Entry' && sys.contentType.sys.id === contentType),
      ),
    );
  known.set(key, items);
  return items;
}

type Part = Readonly<Record<string, unknown>>;

/** Reduces an item to the selected paths; without `select` the item stays whole. */
function select(item: Item, parameters: URLSearchParams): Part {
  const selected = parameters.get('select');
  if (selected === null) return { ...item };
  const result: Record<string, Record<string, unknown>> = {};
  for (const text of selected.split(',')) {
    const [root = '', name, ...rest] = text.trim().split('.');
    if (rest.length > 0 || !['sys', 'fields', 'metadata'].includes(root)) {
      throw invalidQuery('select', [text], `The path "${text}" cannot be selected`);
    }
    const part = getPath(item, [root]);
    if (!isRecord(part)) continue;
    const target = (result[root] ??= {});
    if (name === undefined) Object.assign(target, part);
    else if (Object.hasOwn(part, name)) target[name] = part[name];
  }
  return result;
}

/** Converts field values to values by locale, the format of the Sync API. */
export function withLocales(item: Part): Part {
  const sys = isRecord(item.sys) ? item.sys : {};
  const { locale: _locale, ...rest } = sys;
  if (!isRecord(item.fields)) return { ...item, sys: rest };
  const fields = Object.entries(item.fields).map(([name, value]) => [name, { [locale]: value }]);
  return { ...item, sys: rest, fields: Object.fromEntries(fields) };
}

function findLinks(value: unknown): Link[] {
  const links: Link[] = [];
  // An explicit stack, because a document may be nested deeper than the call stack allows.
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (isLink(next)) links.push(next);
    else if (typeof next === 'object' && next !== null) {
      const children: unknown[] = Object.values(next);
      pending.push(...children.reverse());
    }
  }
  return links;
}

/** Links by `fields` object. Such an object never changes. */
const knownLinks = new WeakMap<object, readonly Link[]>();

function getLinks(fields: unknown): readonly Link[] {
  if (!isRecord(fields)) return [];
  const links = knownLinks.get(fields) ?? findLinks(fields);
  knownLinks.set(fields, links);
  return links;
}

/** Finds the items linked from `items` within `depth` steps, and an error for each broken link. */
function resolveLinks(items: readonly Item[], parts: readonly Part[], depth: number, state: State) {
  const key = (type: string, id: string) => `${type}/${id}`;
  const seen = new Set(items.map(({ sys }) => key(sys.type, sys.id)));
  const included: Item[] = [];
  const errors: unknown[] = [];
  let level = parts.map((part) => part.fields);
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    const next: Item[] = [];
    for (const { sys } of level.flatMap(getLinks)) {
      if (seen.has(key(sys.linkType, sys.id))) continue;
      seen.add(key(sys.linkType, sys.id));
      const target = (sys.linkType === 'Asset' ? state.assets : state.entries).get(sys.id);
      if (target) next.push(target);
      else {
        errors.push({
          sys: { id: 'notResolvable', type: 'error' },
          details: { type: 'Link', linkType: sys.linkType, id: sys.id },
        });
      }
    }
    included.push(...next);
    level = next.map(({ fields }) => fields);
  }
  return { included, errors };
}

/**
 * Answers `/entries` or `/assets`.
 * @throws {ServiceError} for a parameter that the Delivery API refuses
 */
export function findItems(state: State, options: ListingOptions): Listing {
  const { type, parameters } = options;
  const limit = parseNumber(parameters, 'limit', 100, 1000);
  const skip = parseNumber(parameters, 'skip', 0, Number.MAX_SAFE_INTEGER);
  const depth = type === 'Entry' ? parseNumber(parameters, 'include', 1, 10) : 0;
  const filters = parseFilters(type, parameters);
  const candidates = getCandidates(state, options);
  const found = candidates.filter((item) => filters.every((test) => test(item)));
  const page = found.slice(skip, skip + limit);
  const parts = page.map((item) => select(item, parameters));
  const { included, errors } = resolveLinks(page, parts, depth, state);
  const includesOf = (linkType: Item['sys']['type']) =>
    included.filter(({ sys }) => sys.type === linkType);
  const [entries, assets] = [includesOf('Entry'), includesOf('Asset')];

  return {
    sys: { type: 'Array' },
    total: found.length,
    skip,
    limit,
    items: parts,
    ...(errors.length > 0 && { errors }),
    ...(included.length > 0 && {
      includes: {
        ...(entries.length > 0 && { Entry: entries }),
        ...(assets.length > 0 && { Asset: assets }),
      },
    }),
  };
}

/** Answers `/entries/{id}` or `/assets/{id}`. @throws {ServiceError} 404 */
export function findItem(state: State, type: 'Entry' | 'Asset', id: string): Item {
  const item = (type === 'Entry' ? state.entries : state.assets).get(id);
  if (!item) throw notFound({ type, id });
  return item;
}
