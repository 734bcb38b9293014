/** Listings of entries: the parameters that the site uses, with the limits of the Delivery API. Others are refused. */
import { findLinks } from '../../src/engine/content/index.ts';
import { isRecord } from '../../src/engine/unknown.ts';
import { getFieldTypes } from './content-types.ts';
import { badRequest, invalidQuery } from './errors.ts';
import { locale, type Entry, type State } from './space.ts';

function parseNumber(parameters: URLSearchParams, name: string, fallback: number, maximum: number) {
  const text = parameters.get(name) ?? String(fallback);
  if (!/^\d+$/.test(text)) throw invalidQuery('type', [name], `"${name}" must not be negative`);
  if (Number(text) > maximum)
    throw badRequest(`The maximum allowed value of "${name}" is ${maximum}.`);
  return Number(text);
}

const settings = new Set(['content_type', 'include', 'limit', 'skip', 'order', 'select']);

/** The entries that match all filters: a content type, the values of its fields, or ids. */
function filterEntries({ entries }: State, parameters: URLSearchParams): Entry[] {
  const contentType = parameters.get('content_type');
  const ids = parameters.get('sys.id[in]')?.split(',');
  let found = ids ? ids.flatMap((id) => entries.get(id) ?? []) : [...entries.values()];
  if (contentType !== null)
    found = found.filter(({ sys }) => sys.contentType.sys.id === contentType);
  for (const [name, wanted] of parameters) {
    if (settings.has(name) || name === 'sys.id[in]') continue;
    const [, field = ''] = /^fields\.(\w+)$/.exec(name) ?? [];
    if (contentType === null || !getFieldTypes(contentType)?.has(field))
      throw invalidQuery('unknown', [name], `The path "${name}" is not recognized`);
    found = found.filter(({ fields }) => fields[field] === wanted);
  }
  return found;
}

/** Reads a text of `sys` by its path. */
function getText({ sys }: Entry, path: string): string {
  const value = Object.entries<unknown>({ ...sys }).find(([name]) => `sys.${name}` === path)?.[1];
  if (typeof value !== 'string') throw badRequest(`This service does not know the path "${path}".`);
  return value;
}

/** Orders by texts of `sys`, as the site asks: ids, and times in ISO 8601. */
function sortEntries(entries: readonly Entry[], parameters: URLSearchParams): Entry[] {
  const keys = (parameters.get('order') ?? '-sys.updatedAt,sys.id').split(',').map((key) => {
    if (!/^-?sys\./.test(key)) throw badRequest(`This service does not order by "${key}".`);
    return { path: key.replace(/^-/, ''), direction: key.startsWith('-') ? -1 : 1 };
  });
  return entries.toSorted((one, other) => {
    for (const { path, direction } of keys) {
      const [before, after] = [getText(one, path), getText(other, path)];
      if (before !== after) return before < after ? -direction : direction;
    }
    return 0;
  });
}

type Part = Readonly<Record<string, unknown>>;

/** Reduces an entry to the selected paths of `sys`. */
const select = (entry: Entry, paths: string): Part => ({
  sys: Object.fromEntries(
    paths.split(',').map((path) => [path.replace('sys.', ''), getText(entry, path)]),
  ),
});

/** Converts field values to values by locale, the format of the Sync API. */
export function withLocales(item: Part): Part {
  const sys = isRecord(item.sys) ? item.sys : {};
  const { locale: _locale, ...rest } = sys;
  if (!isRecord(item.fields)) return { ...item, sys: rest };
  const fields = Object.entries(item.fields).map(([name, value]) => [name, { [locale]: value }]);
  return { ...item, sys: rest, fields: Object.fromEntries(fields) };
}

/** Finds the items that entries link to. */
function resolveLinks(entries: readonly Entry[], { entries: all, assets }: State) {
  const links = entries.map(({ fields }) => findLinks(fields));
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
export function findEntries(state: State, parameters: URLSearchParams) {
  const limit = parseNumber(parameters, 'limit', 100, 1000);
  const skip = parseNumber(parameters, 'skip', 0, Number.MAX_SAFE_INTEGER);
  if ((parameters.get('include') ?? '1') !== '1')
    throw badRequest('This service follows links one step.');
  const found = filterEntries(state, parameters);
  const page = sortEntries(found, parameters).slice(skip, skip + limit);
  const selected = parameters.get('select');
  return {
    sys: { type: 'Array' },
    total: found.length,
    skip,
    limit,
    items: selected === null ? page : page.map((entry) => select(entry, selected)),
    includes: selected === null ? resolveLinks(page, state) : {},
  };
}
