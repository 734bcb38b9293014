/** Listings of entries: the parameters that the site uses, with the limits of the Delivery API. Others are refused. */
import { findLinks } from '#engine/content/contentful/index.ts';
import { getFieldTypes } from './model.ts';
import { badRequest, invalidQuery } from './errors.ts';
import { toKey, type Item, type State } from './space.ts';

export function parseNumber(
  parameters: URLSearchParams,
  name: string,
  fallback: number,
  maximum: number,
): number {
  const text = parameters.get(name) ?? String(fallback);
  if (!/^\d+$/.test(text)) throw invalidQuery('type', name, `"${name}" must not be negative`);
  if (Number(text) > maximum)
    throw badRequest(`The maximum allowed value of "${name}" is ${maximum}.`);
  return Number(text);
}

const settings = ['content_type', 'include', 'limit', 'skip', 'order', 'select', 'sys.id[in]'];

/** The entries that match all filters: a content type, the values of its fields, or ids. */
function filterEntries(state: State, parameters: URLSearchParams): Item[] {
  const contentType = parameters.get('content_type');
  const ids = parameters.get('sys.id[in]')?.split(',');
  const asked = ids ? ids.flatMap((id) => state.get(toKey('Entry', id)) ?? []) : state.values();
  let found = [...asked].filter(
    ({ sys }) => sys.type === 'Entry' && contentType === (contentType && sys.contentType?.sys.id),
  );
  for (const [name, wanted] of parameters) {
    if (settings.includes(name)) continue;
    const [, field = ''] = /^fields\.(\w+)$/.exec(name) ?? [];
    if (contentType === null || !getFieldTypes(contentType)?.has(field))
      throw invalidQuery('unknown', name, `The path "${name}" is not recognized`);
    found = found.filter(({ fields }) => fields?.[field] === wanted);
  }
  return found;
}

/** Reads a text of `sys` by its path: an id, or a time in ISO 8601. */
function getText({ sys }: Item, path: string): string {
  const value: unknown = Reflect.get(sys, path.replace('sys.', ''));
  if (typeof value !== 'string') throw badRequest(`This service does not know the path "${path}".`);
  return value;
}

function sortEntries(entries: readonly Item[], parameters: URLSearchParams): Item[] {
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

/** Reduces an entry to the selected paths of `sys`. */
const select = (entry: Item, paths: string) => ({
  sys: Object.fromEntries(
    paths.split(',').map((path) => [path.replace('sys.', ''), getText(entry, path)]),
  ),
});

/** Finds the items that entries link to. */
function resolveLinks(entries: readonly Item[], state: State) {
  const links = entries.map(({ fields }) => findLinks(fields));
  const own = new Set(entries.map(({ sys }) => sys.id));
  const find = (kind: string, ids: Iterable<string>) =>
    [...new Set(ids)].flatMap((id) => {
      const item = state.get(toKey(kind, id));
      return item?.fields ? [item] : [];
    });
  return {
    Entry: find(
      'Entry',
      links.flatMap((one) => [...one.entries]),
    ).filter(({ sys }) => !own.has(sys.id)),
    Asset: find(
      'Asset',
      links.flatMap((one) => [...one.assets]),
    ),
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
