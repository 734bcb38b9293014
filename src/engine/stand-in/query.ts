/** Listings of entries: the parameters that the site uses, with the limits of the Delivery API. Others are refused. */
import { findLinks } from '../content/contentful/index.ts';
import { badRequest, invalidQuery } from './errors.ts';
import { toKey, type SpaceItem, type State } from './space.ts';

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

const settings = ['content_type', 'include', 'limit', 'locale', 'skip', 'order', 'sys.id[in]'];

interface Listing {
  kind: 'Entry' | 'Asset';
  state: State;
  parameters: URLSearchParams;
  /** Shows an item in the locale that is asked for. */
  toLocal: (item: SpaceItem) => SpaceItem;
  /** The names of the fields of the content type that is asked for. */
  names: readonly string[];
}

/** The items that match all filters: a content type, the values of its fields, or ids. */
function filterItems({ kind, state, parameters, toLocal, names }: Listing): SpaceItem[] {
  const contentType = parameters.get('content_type');
  const ids = parameters.get('sys.id[in]')?.split(',');
  const asked = ids ? ids.flatMap((id) => state.get(toKey(kind, id)) ?? []) : state.values();
  const ofType = [...asked].filter(
    ({ sys }) => sys.type === kind && contentType === (contentType && sys.contentType?.sys.id),
  );
  let found = ofType.map(toLocal);
  for (const [name, wanted] of parameters) {
    if (settings.includes(name)) continue;
    const [, field = ''] = /^fields\.(\w+)$/.exec(name) ?? [];
    if (!names.includes(field))
      throw invalidQuery('unknown', name, `The path "${name}" is not recognized`);
    found = found.filter(({ fields }) => fields?.[field] === wanted);
  }
  return found;
}

function sortItems(items: readonly SpaceItem[], { parameters, names }: Listing): SpaceItem[] {
  const keys = (parameters.get('order') ?? '-sys.updatedAt,sys.id').split(',').map((key) => {
    const [, sign, root, name = ''] = /^(-?)(sys|fields)\.(\w+)$/.exec(key) ?? [];
    if (root !== 'sys' && !(root === 'fields' && names.includes(name)))
      throw invalidQuery('unknown', 'order', `The path "${key}" is not recognized`);
    const getText = ({ sys, fields }: SpaceItem): string => {
      const value: unknown = root === 'sys' ? Reflect.get(sys, name) : fields?.[name];
      return typeof value === 'string' ? value : '';
    };
    return { getText, direction: sign ? -1 : 1 };
  });
  return items.toSorted((one, other) => {
    for (const { getText, direction } of keys) {
      const before = getText(one);
      const after = getText(other);
      if (before !== after) return before < after ? -direction : direction;
    }
    return 0;
  });
}

/** Finds the items that entries link to, over that many steps. */
function resolveLinks(
  entries: readonly SpaceItem[],
  steps: number,
  find: (key: string) => SpaceItem | undefined,
) {
  const found = new Map(entries.map((item) => [toKey(item.sys.type, item.sys.id), item]));
  let last = entries;
  for (let step = 0; step < steps; step++) {
    const links = findLinks(last.map(({ fields }) => fields));
    const keys = [
      ...[...links.entries].map((id) => toKey('Entry', id)),
      ...[...links.assets].map((id) => toKey('Asset', id)),
    ];
    last = keys.flatMap((key) => {
      const item = found.has(key) ? undefined : find(key);
      if (!item?.fields) return [];
      found.set(key, item);
      return [item];
    });
  }
  const others = [...found.values()].slice(entries.length);
  const listKind = (kind: string) => others.filter(({ sys }) => sys.type === kind);
  return { Entry: listKind('Entry'), Asset: listKind('Asset') };
}

/** Answers `/entries` or `/assets`, with the items that the entries link to. @throws {ServiceError} */
export function findItems(listing: Listing) {
  const { state, parameters, toLocal } = listing;
  const limit = parseNumber(parameters, 'limit', 100, 1000);
  const skip = parseNumber(parameters, 'skip', 0, Number.MAX_SAFE_INTEGER);
  const steps = parseNumber(parameters, 'include', 1, 10);
  const found = filterItems(listing);
  const page = sortItems(found, listing).slice(skip, skip + limit);
  return {
    sys: { type: 'Array' },
    total: found.length,
    skip,
    limit,
    items: page,
    includes: resolveLinks(page, steps, (key) => {
      const item = state.get(key);
      return item && toLocal(item);
    }),
  };
}
