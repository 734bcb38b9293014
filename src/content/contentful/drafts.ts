/**
 * Drafts for the preview. The Preview API does not say which entries are published, so each read also
 * asks the Delivery API and compares.
 */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../rules/unknown.ts';
import type { ContentClient, RawListing } from './contract.ts';
import { getFields, getId, parseItem } from './wire.ts';

/** draft: not published. changed: saved since it was published. scheduled: dated in the future. */
export type DraftState = 'draft' | 'changed' | 'scheduled';

/** Gives a draft without a slug an address made from its id. */
const addSlug = (id: string | null, fields: Readonly<Record<string, unknown>>) => {
  if ((fields.slug ?? '') !== '') return fields;
  const words = String(id)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return { ...fields, slug: `draft-${words}`.replace(/-$/, '') };
};

/** Compares saved and published entries, and marks the differing ones in `sys.draft`. */
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

/** The reads that work differently with drafts: entries are marked, and no changes are known. */
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
