/** Search over the items of a space, with the parameters and limits of the Delivery API. */
import { isRecord } from '../../src/content/unknown.ts';
import { fieldTypes } from './content-types.ts';
import { badRequest, invalidQuery, notFound } from './errors.ts';
import { locale, type Item, type Link, type SpaceStore } from './space.ts';

export interface Listing {
  sys: { type: 'Array' };
  total: number;
  skip: number;
  limit: number;
  items: unknown[];
  errors?: unknown[];
  includes?: { Entry?: unknown[]; Asset?: unknown[] };
}

export interface ListingOptions {
  type: 'Entry' | 'Asset';
  parameters: URLSearchParams;
  /** Where an item without the ordered field lands; Contentful documents neither. */
  withoutField: 'first' | 'last';
}

const isLink = (value: unknown): value is Link =>
  isRecord(value) && isRecord(value.sys) && value.sys.type === 'Link';

const getPath = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    item,
  );

/** Values in an order that holds for text, numbers and dates of any offset. */
const comparable = (value: unknown): number | string => {
  if (typeof value === 'number') return value;
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : text;
};

const compare = (one: unknown, other: unknown): number => {
  const [a, b] = [comparable(one), comparable(other)];
  return a < b ? -1 : a > b ? 1 : 0;
};

const values = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const matches = (value: unknown, wanted: string) =>
  values(value).some((one) => String(one) === wanted);
const matchesOne = (value: unknown, list: string) =>
  list.split(',').some((wanted) => matches(value, wanted));

const operators: Record<string, (value: unknown, operand: string) => boolean> = {
  '': matches,
  ne: (value, operand) => !matches(value, operand),
  in: matchesOne,
  nin: (value, operand) => !matchesOne(value, operand),
  exists: (value, operand) => (value !== undefined) === (operand === 'true'),
  lt: (value, operand) => value !== undefined && compare(value, operand) < 0,
  lte: (value, operand) => value !== undefined && compare(value, operand) <= 0,
  gt: (value, operand) => value !== undefined && compare(value, operand) > 0,
  gte: (value, operand) => value !== undefined && compare(value, operand) >= 0,
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

/** A path such as `fields.slug`, checked against the content type: unknown ones are refused. */
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
  const fieldType = fieldTypes(contentType)?.get(field);
  if (!fieldType) throw unknown();
  return { path, fieldType };
}

type Predicate = (item: Item) => boolean;

const settings = new Set(['access_token', 'locale', 'include', 'limit', 'skip', 'order', 'select']);

function parseFilters(type: 'Entry' | 'Asset', parameters: URLSearchParams): Predicate[] {
  const contentType = parameters.get('content_type');
  return [...parameters].flatMap(([name, operand]): Predicate[] => {
    if (settings.has(name)) return [];
    if (name === 'content_type' && type === 'Entry') {
      if (!fieldTypes(operand)) {
        throw invalidQuery('unknownContentType', ['content_type'], `"${operand}" does not exist`);
      }
      return [({ sys }) => sys.type === 'Entry' && sys.contentType.sys.id === operand];
    }
    const [, dotted, operator = ''] = /^([\w.-]+)(?:\[(\w+)\])?$/.exec(name) ?? [];
    const test = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (dotted === undefined || !test) {
      throw invalidQuery('unknown', [name], `The parameter "${name}" is not recognized`);
    }
    const { path } = parseFieldPath(dotted, type, contentType);
    return [(item) => test(getPath(item, path), operand)];
  });
}

function parseOrder({ type, parameters, withoutField }: ListingOptions) {
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
  return (one: Item, other: Item): number => {
    for (const { path, direction } of keys) {
      const [a, b] = [getPath(one, path), getPath(other, path)];
      if (a === undefined && b === undefined) continue;
      if (a === undefined || b === undefined) {
        return (a === undefined) === (withoutField === 'first') ? -1 : 1;
      }
      const difference = compare(a, b) * direction;
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

type Part = Readonly<Record<string, unknown>>;

/** The item with the selected paths only, all of it without a `select`. */
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

/** Field values by locale: the format of `locale=*` and of the Sync API. */
export function withLocales(item: Part): Part {
  const sys = isRecord(item.sys) ? item.sys : {};
  const { locale: _locale, ...rest } = sys;
  if (!isRecord(item.fields)) return { ...item, sys: rest };
  const fields = Object.entries(item.fields).map(([name, value]) => [name, { [locale]: value }]);
  return { ...item, sys: rest, fields: Object.fromEntries(fields) };
}

function* findLinks(value: unknown): Generator<Link> {
  // An explicit stack: a hostile document may be nested deeper than the call stack.
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (isLink(next)) yield next;
    else if (typeof next === 'object' && next !== null) {
      const children: unknown[] = Object.values(next);
      pending.push(...children.reverse());
    }
  }
}

/** Everything the parts of `items` link to, `depth` steps far, and the links that lead nowhere. */
function resolveLinks(
  items: readonly Item[],
  parts: readonly Part[],
  depth: number,
  store: SpaceStore,
) {
  const key = (type: string, id: string) => `${type}/${id}`;
  const seen = new Set(items.map(({ sys }) => key(sys.type, sys.id)));
  const included: Item[] = [];
  const errors: unknown[] = [];
  let level = parts.map((part) => part.fields);
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    const next: Item[] = [];
    for (const { sys } of level.flatMap((fields) => [...findLinks(fields)])) {
      if (seen.has(key(sys.linkType, sys.id))) continue;
      seen.add(key(sys.linkType, sys.id));
      const target = sys.linkType === 'Asset' ? store.asset(sys.id) : store.entry(sys.id);
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

function parseLocale(parameters: URLSearchParams): (item: Part) => Part {
  const asked = parameters.get('locale') ?? locale;
  if (asked === '*') return withLocales;
  if (asked !== locale) throw badRequest(`Unknown locale: ${asked}`);
  return (item) => item;
}

/**
 * The answer to `/entries` or `/assets`.
 * @throws {ServiceError} for a parameter the Delivery API refuses.
 */
export function findItems(store: SpaceStore, options: ListingOptions): Listing {
  const { type, parameters } = options;
  const limit = parseNumber(parameters, 'limit', 100, 1000);
  const skip = parseNumber(parameters, 'skip', 0, Number.MAX_SAFE_INTEGER);
  const depth = type === 'Entry' ? parseNumber(parameters, 'include', 1, 10) : 0;
  const inLocale = parseLocale(parameters);
  const filters = parseFilters(type, parameters);
  const order = parseOrder(options);

  const all: Item[] = type === 'Entry' ? store.entries() : store.assets();
  const found = all.filter((item) => filters.every((test) => test(item))).sort(order);
  const page = found.slice(skip, skip + limit);
  const parts = page.map((item) => select(item, parameters));
  const { included, errors } = resolveLinks(page, parts, depth, store);
  const includesOf = (linkType: Item['sys']['type']) =>
    included.filter(({ sys }) => sys.type === linkType).map((item) => inLocale({ ...item }));
  const [entries, assets] = [includesOf('Entry'), includesOf('Asset')];

  return {
    sys: { type: 'Array' },
    total: found.length,
    skip,
    limit,
    items: parts.map(inLocale),
    ...(errors.length > 0 && { errors }),
    ...(included.length > 0 && {
      includes: {
        ...(entries.length > 0 && { Entry: entries }),
        ...(assets.length > 0 && { Asset: assets }),
      },
    }),
  };
}

/** The answer to `/entries/{id}` or `/assets/{id}`. */
export function findItem(
  store: SpaceStore,
  type: 'Entry' | 'Asset',
  id: string,
  parameters: URLSearchParams,
): unknown {
  const item = type === 'Entry' ? store.entry(id) : store.asset(id);
  if (!item) throw notFound({ type, id });
  return parseLocale(parameters)({ ...item });
}
