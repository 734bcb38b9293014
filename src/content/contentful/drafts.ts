/**
 * What the Preview API lacks: it does not say which entries are published, and it has no Sync API. Both
 * are settled by asking the Delivery API beside it.
 */
import { isDeepStrictEqual } from 'node:util';
import { hasKey, isRecord } from '../../rules/unknown.ts';
import type { ContentClient, RawListing } from './contract.ts';

/** draft: never published, or taken back. changed: saved since. scheduled: dated in the future. */
export type DraftState = 'draft' | 'changed' | 'scheduled';

const getItemId = (item: unknown) =>
  hasKey(item, 'sys') && hasKey(item.sys, 'id') ? item.sys.id : null;
const getFields = (item: unknown) => (hasKey(item, 'fields') ? item.fields : undefined);

/** What {@link createDraftReads} noted in `sys` of an entry; null when it is as published. */
export function getDraftState(item: unknown): DraftState | null {
  const state = hasKey(item, 'sys') && hasKey(item.sys, 'draft') ? item.sys.draft : null;
  return state === 'draft' || state === 'changed' ? state : null;
}

/** A draft that has no slug yet is shown under its id. */
const addSlug = (id: unknown, fields: unknown) => {
  if (!isRecord(fields) || (fields.slug ?? '') !== '') return fields;
  const words = String(id)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return { ...fields, slug: `draft-${words}`.replace(/-$/, '') };
};

/** Adds to each entry how it differs from the published one. */
function markDrafts(saved: RawListing, published: RawListing): RawListing {
  const publishedById = new Map(published.items.map((item) => [getItemId(item), item]));
  const items = saved.items.map((item) => {
    if (!isRecord(item) || !isRecord(item.sys)) return item;
    const other = publishedById.get(item.sys.id);
    if (isDeepStrictEqual(getFields(item), getFields(other))) return item;
    return {
      ...item,
      fields: addSlug(item.sys.id, item.fields),
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
