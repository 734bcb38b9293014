/** The content service as the other rooms know it: the reads, and what they give. */

export const contentTypes = ['blogPost', 'resource'] as const;
export type ContentType = (typeof contentTypes)[number];

/** Entries in received order, unparsed; `linked` holds all entries and linked assets by id. */
export interface RawListing {
  items: readonly unknown[];
  linked: { entries: ReadonlyMap<string, unknown>; assets: ReadonlyMap<string, unknown> };
}

/** What changed between two tokens of the Sync API; everything for the first token. */
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

/** What a webhook says of one entry or asset: published, or taken back (unpublished, deleted). */
export interface ContentEvent {
  kind: 'Entry' | 'Asset';
  id: string;
  /** `sys.revision`; null when the webhook does not say. */
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
  /** Address of space and environment: the content of another address may differ. */
  account: string;
  /** Protocol of asset addresses, which come protocol-relative (spec §3). */
  assetProtocol: 'https:' | 'http:';
  /** Whether entries come as last saved, drafts marked (drafts.ts), in place of as published. */
  showsDrafts: boolean;
  /** All entries of a type. @throws {ContentServiceError} */
  fetchEntries(contentType: ContentType): Promise<RawListing>;
  /** The entry with a slug, or none. @throws {ContentServiceError} */
  fetchEntry(contentType: ContentType, slug: string): Promise<RawListing>;
  /** The published entries among those with these ids. @throws {ContentServiceError} */
  fetchEntriesById(ids: readonly string[]): Promise<RawListing>;
  /** The order of a type, at least until all ids of `wanted` have come. @throws {ContentServiceError} */
  fetchOrder(contentType: ContentType, wanted: ReadonlySet<string>): Promise<Order>;
  /**
   * What changed since a token; everything without one. null when the token is too old or the service
   * has no Sync API. @throws {ContentServiceError} when the service fails
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
