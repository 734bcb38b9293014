/**
 * Drafts for the preview. The Preview API does not say which entries are published, so each read also
 * asks the Delivery API and compares.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ContentClient } from './client.ts';
import type { ContentType, Item, Listing } from './wire.ts';

/** Gives a draft without a slug an address made from its id. */
const addSlug = ({ id, fields }: Item): Item['fields'] => {
  if ((fields.slug ?? '') !== '') return fields;
  const words = id.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { ...fields, slug: `draft-${words}`.replace(/-$/, '') };
};

/** Compares saved and published entries, and marks the differing ones. */
function markDrafts(saved: Listing, published: Listing): Listing {
  const publishedById = new Map(published.items.map((item) => [item.id, item]));
  const items = saved.items.map((item): Item => {
    const other = publishedById.get(item.id);
    if (other && isDeepStrictEqual(item.fields, other.fields)) return item;
    return { ...item, fields: addSlug(item), draft: other ? 'changed' : 'draft' };
  });
  return { ...saved, items };
}

/** The reads that work differently with drafts: entries are marked, and no changes are known. */
export const createDraftReads = (
  saved: ContentClient,
  published: ContentClient,
): Pick<ContentClient, 'fetchEntries' | 'fetchPages' | 'fetchEntry' | 'fetchChanges'> => {
  const fetchMarked = async (fetch: (client: ContentClient) => Promise<Listing>) =>
    markDrafts(...(await Promise.all([fetch(saved), fetch(published)])));
  const fetchEntries = (contentType: ContentType) =>
    fetchMarked((client) => client.fetchEntries(contentType));
  return {
    fetchEntries,
    fetchPages: async (contentType, onPage) => {
      const listing = await fetchEntries(contentType);
      onPage(listing);
      return listing.items.map(({ id }) => id);
    },
    fetchEntry: (contentType, slug) =>
      fetchMarked((client) => client.fetchEntry(contentType, slug)),
    fetchChanges: () => Promise.resolve(null),
  };
};
