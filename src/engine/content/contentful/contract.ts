/** The interface of the content service for the other rooms: the reads and their results. */
import type { Item } from './wire.ts';

export const contentTypes = ['blogPost', 'resource'] as const;
export type ContentType = (typeof contentTypes)[number];

/**
 * Entries in received order. `linked` contains these entries, and the entries and assets that
 * they link to, by id.
 */
export interface Listing {
  items: readonly Item[];
  linked: { entries: ReadonlyMap<string, Item>; assets: ReadonlyMap<string, Item> };
}

/** The changes between two tokens of the Sync API; without an earlier token, everything. */
export interface Changes {
  /** Token for the next read of changes. */
  token: string;
  /** Published entries of every type by id. */
  entries: ReadonlyMap<string, { contentType: string; revision: number }>;
  /** Revisions of published assets by id. */
  assets: ReadonlyMap<string, number>;
  /** Ids of entries that were unpublished or deleted. */
  lostEntries: ReadonlySet<string>;
  lostAssets: ReadonlySet<string>;
}

/**
 * The content of one webhook call: an entry or asset was published, or taken back (unpublished or
 * deleted).
 */
export interface ContentEvent {
  kind: 'Entry' | 'Asset';
  id: string;
  /** `sys.revision`; null when the webhook does not contain it. */
  revision: number | null;
  deleted: boolean;
}

/** The beginning of a list in received order. */
export interface Order {
  /** Entries in the whole list. */
  total: number;
  entries: readonly { id: string; revision: number }[];
}

export interface ContentClient {
  /** Host of the service, for messages. */
  host: string;
  /** Address of the space and environment, which identifies the content. */
  account: string;
  /** Protocol for asset addresses, which the service sends without one (spec §3). */
  assetProtocol: 'https:' | 'http:';
  /**
   * Whether the reads return entries as last saved, with drafts marked (drafts.ts), instead of as
   * published.
   */
  showsDrafts: boolean;
  /** Fetches all entries of a type. @throws {ContentServiceError} */
  fetchEntries(contentType: ContentType): Promise<Listing>;
  /**
   * Fetches all entries of a type page by page, so that the memory does not grow with their number. The
   * links of a page are in the page.
   * @param onPage gets each page; when the listing changes meanwhile, all pages come again
   * @returns the ids in received order
   * @throws {ContentServiceError}
   */
  fetchPages(contentType: ContentType, onPage: (page: Listing) => void): Promise<readonly string[]>;
  /** Fetches the entry with a slug; an empty listing when there is none. @throws {ContentServiceError} */
  fetchEntry(contentType: ContentType, slug: string): Promise<Listing>;
  /**
   * Fetches entries by id. Unpublished entries are missing from the result.
   * @throws {ContentServiceError}
   */
  fetchEntriesById(ids: readonly string[]): Promise<Listing>;
  /**
   * Fetches the order of a type's entries, from the beginning until all ids of `wanted` are found.
   * @throws {ContentServiceError}
   */
  fetchOrder(contentType: ContentType, wanted: ReadonlySet<string>): Promise<Order>;
  /**
   * Fetches the changes since a token; without a token, everything. Resolves to null when the token is
   * too old or the service has no Sync API.
   * @throws {ContentServiceError} when the service fails
   */
  fetchChanges(token: string | null): Promise<Changes | null>;
  /**
   * Fetches the number of entries of a type, and the time of the last change.
   * @throws {ContentServiceError}
   */
  fetchState(contentType: ContentType): Promise<TypeState>;
}

export interface TypeState {
  total: number;
  /** The newest `sys.updatedAt`; '' without entries. */
  updatedAt: string;
}

/** A failure to read the content service. The message is one sentence without the token. */
export class ContentServiceError extends Error {
  override name = 'ContentServiceError';
}
