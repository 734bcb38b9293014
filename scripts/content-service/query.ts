/**
 * Search over the entries of a space: the parameters that the site uses, with the limits of the Delivery
 * API. Other parameters are refused.
 */
import { findLinks } from '../../src/engine/content/index.ts';
import { isRecord } from '../../src/engine/unknown.ts';
import { getFieldTypes } from './content-types.ts';
import { badRequest, invalidQuery } from './errors.ts';
import { locale, type Entry, type State } from './space.ts';

export interface Listing {
  sys: { type: 'Array' };
  total: number;
  skip: number;
  limit: number;
  items: readonly unknown[];
  includes: Readonly<Record<string, readonly unknown[]>>;
}

const getPath = (item: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    item,
  );

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
function parsePath(text: string, contentType: string | null) {
  const path = text.split('.');
  const [root, field = ''] = path;
  const unknown = () => invalidQuery('unknown', path, `The path "${text}" is not recognized`);
  if (root === 'sys' && field !== '') return path;
  if (root !== 'fields') throw unknown();
  if (contentType === null)
    throw invalidQuery('contentTypeRequired', path, 'A content_type is needed to query "fields".');
  if (!getFieldTypes(contentType)?.has(field)) throw unknown();
  return path;
}

type Predicate = (entry: Entry) => boolean;

const settings = new Set(['content_type', 'include', 'limit', 'skip', 'order', 'select']);

function parseFilters(parameters: URLSearchParams, contentType: string | null): Predicate[] {
  return [...parameters].flatMap(([name, operand]): Predicate[] => {
    if (settings.has(name)) return [];
    const [, dotted, operator = ''] = /^([\w.-]+)(?:\[(\w+)\])?$/.exec(name) ?? [];
    if (dotted === undefined || (operator !== '' && operator !== 'in'))
      throw invalidQuery('unknown', [name], `The parameter "${name}" is not recognized`);
    const path = parsePath(dotted, contentType);
    const wanted = new Set(operator === 'in' ? operand.split(',') : [operand]);
    // A list matches when one of its values matches.
    return [(entry) => [getPath(entry, path)].flat().some((value) => wanted.has(String(value)))];
  });
}

/** Orders by texts of `sys`, as the site asks: ids, and times in ISO 8601. */
function parseOrder(parameters: URLSearchParams) {
  const keys = (parameters.get('order') ?? '-sys.updatedAt,sys.id').split(',').map((key) => {
    const path = key.replace(/^-/, '').split('.');
    if (path[0] !== 'sys') throw badRequest(`This service does not order by "${key}".`);
    return { path, direction: key.startsWith('-') ? -1 : 1 };
  });
  return (entries: readonly Entry[]): Entry[] =>
    entries.toSorted((one, other) => {
      for (const { path, direction } of keys) {
        const [before, after] = [String(getPath(one, path)), String(getPath(other, path))];
        if (before !== after) return before < after ? -direction : direction;
      }
      return 0;
    });
}

/** Sorted entries by state and order. Cached, because clients read listings page by page. */
const sorted = new WeakMap<State, Map<string, readonly Entry[]>>();

/** The entries that can match a query, in order. */
function getCandidates(state: State, parameters: URLSearchParams, contentType: string | null) {
  const sort = parseOrder(parameters);
  const ids = parameters.get('sys.id[in]') ?? parameters.get('sys.id');
  if (ids !== null) return sort(ids.split(',').flatMap((id) => state.entries.get(id) ?? []));

  const key = JSON.stringify([contentType, parameters.get('order')]);
  const known = sorted.get(state) ?? new Map<string, readonly Entry[]>();
  sorted.set(state, known);
  const entries = known.get(key) ?? sort([...state.entries.values()]);
  known.set(key, entries);
  return entries;
}

type Part = Readonly<Record<string, unknown>>;

/** Reduces an entry to the selected paths of `sys`; without `select` the entry stays whole. */
function select(entry: Entry, parameters: URLSearchParams): Part {
  const selected = parameters.get('select');
  if (selected === null) return { ...entry };
  const sys = selected.split(',').map((path) => {
    if (!path.startsWith('sys.'))
      throw invalidQuery('select', [path], `The path "${path}" cannot be selected`);
    return [path.slice('sys.'.length), getPath(entry, path.split('.'))];
  });
  return { sys: Object.fromEntries(sys) };
}

/** Converts field values to values by locale, the format of the Sync API. */
export function withLocales(item: Part): Part {
  const sys = isRecord(item.sys) ? item.sys : {};
  const { locale: _locale, ...rest } = sys;
  if (!isRecord(item.fields)) return { ...item, sys: rest };
  const fields = Object.entries(item.fields).map(([name, value]) => [name, { [locale]: value }]);
  return { ...item, sys: rest, fields: Object.fromEntries(fields) };
}

/** Links by `fields` object. Such an object never changes. */
const knownLinks = new WeakMap<object, ReturnType<typeof findLinks>>();

function getLinks(fields: object) {
  const links = knownLinks.get(fields) ?? findLinks(fields);
  knownLinks.set(fields, links);
  return links;
}

/** Finds the items that entries link to. */
function resolveLinks(entries: readonly Entry[], { entries: all, assets }: State) {
  const links = entries.map(({ fields }) => getLinks(fields));
  const own = new Set(entries.map(({ sys }) => sys.id));
  const linked = new Set(links.flatMap((one) => [...one.entries]));
  const embedded = new Set(links.flatMap((one) => [...one.assets]));
  return {
    Entry: [...linked].flatMap((id) => (own.has(id) ? [] : (all.get(id) ?? []))),
    Asset: [...embedded].flatMap((id) => assets.get(id) ?? []),
  };
}

/**
 * Answers `/entries`, with the items that the entries link to.
 * @throws {ServiceError} for a parameter that the Delivery API refuses, or that the site does not use
 */
export function findEntries(state: State, parameters: URLSearchParams): Listing {
  const limit = parseNumber(parameters, 'limit', 100, 1000);
  const skip = parseNumber(parameters, 'skip', 0, Number.MAX_SAFE_INTEGER);
  if ((parameters.get('include') ?? '1') !== '1')
    throw badRequest('This service follows links one step.');
  const contentType = parameters.get('content_type');
  const filters = parseFilters(parameters, contentType);
  const found = getCandidates(state, parameters, contentType).filter(
    (entry) =>
      (contentType === null || entry.sys.contentType.sys.id === contentType) &&
      filters.every((test) => test(entry)),
  );
  const page = found.slice(skip, skip + limit);
  const parts = page.map((entry) => select(entry, parameters));
  const includes = parameters.has('select') ? {} : resolveLinks(page, state);

  return {
    sys: { type: 'Array' },
    total: found.length,
    skip,
    limit,
    items: parts,
    includes,
  };
}
