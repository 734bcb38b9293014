/** What the rest of the house knows of the content service: what can be asked, and what comes back. */

export const contentTypes = ['blogPost', 'resource'] as const;
export type ContentType = (typeof contentTypes)[number];

/** What a listing brought, in received order; `linked` are all entries and assets by id. */
export interface RawListing {
  items: readonly unknown[];
  linked: { entries: ReadonlyMap<string, unknown>; assets: ReadonlyMap<string, unknown> };
}

/** What the Sync API says of a stretch of time, or at first of all there is. */
export interface Changes {
  /** Where the next stretch begins. */
  token: string;
  /** Published entries of every type by id. */
  entries: ReadonlyMap<string, { contentType: string; revision: number }>;
  /** Revisions of published assets by id. */
  assets: ReadonlyMap<string, number>;
  /** What was taken back or deleted, by id. */
  lostEntries: ReadonlySet<string>;
  lostAssets: ReadonlySet<string>;
}

/** What a webhook says of one entry or asset: published, or taken back. */
export interface ContentEvent {
  kind: 'Entry' | 'Asset';
  id: string;
  /** `sys.revision`; null when it is not known. */
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
  /** Address of the environment that is read: differs where the content may. */
  account: string;
  /** Protocol of asset addresses, which come protocol-relative (spec §3). */
  assetProtocol: 'https:' | 'http:';
  /** Whether entries come as they were saved last; each unpublished one says so (drafts.ts). */
  showsDrafts: boolean;
  /** All entries of a type. @throws {ContentServiceError} */
  fetchEntries(contentType: ContentType): Promise<RawListing>;
  /** The entry with a slug, or none. @throws {ContentServiceError} */
  fetchEntry(contentType: ContentType, slug: string): Promise<RawListing>;
  /** The entries with these ids, those that there are. @throws {ContentServiceError} */
  fetchEntriesById(ids: readonly string[]): Promise<RawListing>;
  /** The order of a type, at least down to the last of `wanted`. @throws {ContentServiceError} */
  fetchOrder(contentType: ContentType, wanted: ReadonlySet<string>): Promise<Order>;
  /**
   * What changed since a token; everything without one. null when the service does not tell: the token
   * is too old, or there is no Sync API. @throws {ContentServiceError} when the service fails
   */
  fetchChanges(token: string | null): Promise<Changes | null>;
  /** How many entries of a type there are, and when one of them changed last. @throws {ContentServiceError} */
  fetchState(contentType: ContentType): Promise<TypeState>;
}

export interface TypeState {
  total: number;
  /** The newest `sys.updatedAt`, '' without entries. */
  updatedAt: string;
}

/** The content service could not be read; the message is one sentence, without the token. */
export class ContentServiceError extends Error {
  override name = 'ContentServiceError';
}
