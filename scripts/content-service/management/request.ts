/** What the collections of an environment read of a request. */
export interface ManagementRequest {
  method: string;
  /** The rest of the path, after the name of the collection. */
  path: readonly string[];
  parameters: URLSearchParams;
  /** The version that the client has seen; 0 for a new item. */
  version: number;
  /** Content type of a new entry. */
  contentType: string | null;
  /** @throws {ServiceError} when the body is no object */
  readBody: () => Promise<Readonly<Record<string, unknown>>>;
}
