/** Fetches the changes since an earlier pull from the Sync API. */
import type { SyncQuery } from 'contentful';
import type { Changes } from './contract.ts';
import { mendable, toFailure } from './failure.ts';
import { pageLimit } from './listings.ts';
import type { Session } from './session.ts';
import { parseItem } from './wire.ts';

/**
 * Fetches all pages of changes since a token; without a token all entries and assets, in pages of
 * `limit`.
 */
async function fetchAllPages(
  { fetchSyncPage }: Session,
  token: string | null,
  onPage: () => void,
  limit: number,
): Promise<Changes> {
  const entries = new Map<string, { contentType: string; revision: number }>();
  const assets = new Map<string, number>();
  const lostEntries = new Set<string>();
  const lostAssets = new Set<string>();
  let query: SyncQuery = token === null ? { initial: true, limit } : { nextSyncToken: token };
  for (;;) {
    const { page, next, isLast } = await fetchSyncPage(query);
    onPage();
    // One page may list an id as changed and as deleted. The pull then fetches the entry by its id, which
    // decides.
    for (const { sys } of page.deletedEntries) {
      lostEntries.add(sys.id);
      entries.delete(sys.id);
    }
    for (const { sys } of page.deletedAssets) {
      lostAssets.add(sys.id);
      assets.delete(sys.id);
    }
    for (const entry of page.entries) {
      const { id, contentType, revision } = parseItem(entry);
      entries.set(id, { contentType, revision });
      lostEntries.delete(id);
    }
    for (const asset of page.assets) {
      const { id, revision } = parseItem(asset);
      assets.set(id, revision);
      lostAssets.delete(id);
    }
    if (isLast) return { token: next, entries, assets, lostEntries, lostAssets };
    query = { nextPageToken: next };
  }
}

/**
 * Fetches the changes since a token; without a token, everything.
 * @param onPage called after each page
 * @returns null when the token is too old or the service has no Sync API
 * @throws {Failure} when the service fails
 */
export async function fetchChanges(
  session: Session,
  token: string | null,
  onPage: () => void,
  limit = pageLimit,
): Promise<Changes | null> {
  try {
    return await fetchAllPages(session, token, onPage, limit);
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind === 'too big' && token === null && limit > 1)
      return fetchChanges(session, token, onPage, Math.ceil(limit / 2));
    if (mendable.includes(failure.kind) && failure.kind !== 'strange') throw failure;
    return null;
  }
}
