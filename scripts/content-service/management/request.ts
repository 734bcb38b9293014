/** The parts of a request that the collections of an environment read. */
export interface ManagementRequest {
  method: string;
  /** The path after the name of the collection. */
  path: readonly string[];
  parameters: URLSearchParams;
  /** The version that the client has read; 0 for a new item. */
  version: number;
  /** Content type of a new entry. */
  contentType: string | null;
  /** @throws {ServiceError} when the body is not an object */
  readBody: () => Promise<Readonly<Record<string, unknown>>>;
}
