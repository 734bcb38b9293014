/**
 * What the Preview API lacks: it does not say which entries are published, and it has no Sync API. Both
 * are settled by asking the Delivery API beside it.
 */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../rules/unknown.ts';
import type { ContentClient, RawListing } from './contract.ts';
import { getFields, getId, parseItem } from './wire.ts';

/** draft: never published, or taken back. changed: saved since. scheduled: dated in the future. */
export type DraftState = 'draft' | 'changed' | 'scheduled';

/** A draft that has no slug yet is shown under its id. */
const addSlug = (id: string | null, fields: Readonly<Record<string, unknown>>) => {
  if ((fields.slug ?? '') !== '') return fields;
  const words = String(id)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return { ...fields, slug: `draft-${words}`.replace(/-$/, '') };
};

/** Adds to each entry how it differs from the published one. */
function markDrafts(saved: RawListing, published: RawListing): RawListing {
  const publishedById = new Map(published.items.map((item) => [getId(item), item]));
  const items = saved.items.map((item) => {
    if (!isRecord(item) || !isRecord(item.sys)) return item;
    const { sys, fields } = parseItem(item);
    const other = publishedById.get(sys.id);
    if (other !== undefined && isDeepStrictEqual(fields, getFields(other))) return item;
    return {
      ...item,
      fields: addSlug(sys.id, fields),
      sys: { ...item.sys, draft: other === undefined ? 'draft' : 'changed' },
    };
  });
  return { ...saved, items };
}

/** The reads of a client that differ where drafts are shown. */
export const createDraftReads = (
  saved: ContentClient,
  published: ContentClient,
): Pick<ContentClient, 'fetchEntries' | 'fetchEntry' | 'fetchChanges'> => ({
  fetchEntries: async (contentType) =>
    markDrafts(
      ...(await Promise.all([
        saved.fetchEntries(contentType),
        published.fetchEntries(contentType),
      ])),
    ),
  fetchEntry: async (contentType, slug) =>
    markDrafts(
      ...(await Promise.all([
        saved.fetchEntry(contentType, slug),
        published.fetchEntry(contentType, slug),
      ])),
    ),
  fetchChanges: () => Promise.resolve(null),
});
