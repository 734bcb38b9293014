/** Astro's live collections over the snapshot, and what their API lacks. */
import type { LiveLoader } from 'astro/loaders';
import type { Collection, Declared, Fields, ItemOf, RecordOf } from '../declare/collections.ts';
import type { ContentRecord } from './records/records.ts';
import type { ListFilter, Neighbours } from './snapshot/queries.ts';
import { read } from './snapshot/read.ts';

/** The shape of a snapshot is made from the declarations, so a record has the fields of its collection. */
const typeRecord = <F extends Fields>(record: ContentRecord) => record as RecordOf<F>;

/**
 * Loads entries of a collection: one by its slug and with its body for `getLiveEntry`; for `getLiveCollection` the first
 * page of the list, a page of its archive or of a tag, or the first entries; of a type with one entry (`isSingle`) that
 * alone. A list that could not be read is empty.
 */
export function snapshotLoader<F extends Fields>({
  name: collection,
  isSingle = false,
}: Declared<F>): LiveLoader<RecordOf<F>, { id: string }, ListFilter & { first?: number }> {
  const toEntry = (record: ContentRecord) => ({ id: record.slug, data: typeRecord<F>(record) });
  return {
    name: 'snapshot',
    loadEntry: async ({ filter }) => {
      const item = await read({ type: 'item', collection, slug: filter.id });
      if (!item) return undefined;
      const { html, headings, ...frontmatter } = item.body;
      const rendered = {
        html,
        metadata: {
          headings: headings.map(({ id, level, text }) => ({ slug: id, depth: level, text })),
          frontmatter,
        },
      };
      return { ...toEntry(item.record), rendered };
    },
    loadCollection: async ({ filter: { first, ...filter } = {} }) => {
      if (isSingle) {
        const single = (await read({ type: 'singles' }))[collection];
        return { entries: single ? [toEntry(single)] : [] };
      }
      if (first !== undefined) {
        const records = await read({ type: 'first', collection, most: first });
        return { entries: records.map(toEntry) };
      }
      const list = await read({ type: 'list', collection, ...filter });
      return { entries: list?.items.map(toEntry) ?? [] };
    },
  };
}

/** What a list, or a page of it, is beside its entries. @throws for a tag or archive page that is not there */
export async function describeList({ name }: Pick<Collection, 'name'>, filter: ListFilter = {}) {
  const list = await read({ type: 'list', collection: name, ...filter });
  if (!list) throw new Error(`The snapshot has no list ${name} ${JSON.stringify(filter)}.`);
  return list;
}

/** The items before and after an item, and items that share its tags; none for an unknown item. */
export async function getNeighbours<F extends Fields>(
  { name }: Declared<F>,
  slug: string,
): Promise<Neighbours<RecordOf<F>>> {
  const found = await read({ type: 'neighbours', collection: name, slug });
  return (found ?? { previous: null, next: null, related: [] }) as Neighbours<RecordOf<F>>;
}

/** The first items of the list with their bodies. */
export async function getFeed<F extends Fields>(
  { name }: Declared<F>,
  most: number,
): Promise<ItemOf<RecordOf<F>>[]> {
  const items = await read({ type: 'items', collection: name, most });
  return items.map(({ record, body }) => ({ record: typeRecord<F>(record), body }));
}
