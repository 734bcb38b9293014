import type { Query, Read, RecordedRead } from '../../content/read.ts';

/** One file that a route renders. */
export interface Target {
  /** Address on the site. */
  path: string;
  /** File name in the built site, as `astro build` chooses it: `services.html`. */
  name: string;
}

interface Rendered {
  status: number;
  content: Buffer;
  /** The queries behind the content, each with the digest of its answer. */
  reads: readonly RecordedRead[];
}

/**
 * The site's pages as a function. The source is the same as for `astro build`, bundled once per code
 * change through Astro's adapter interface, so that a publish needs no bundler.
 */
export interface Renderer {
  read: Read;
  listTargets: () => Promise<readonly Target[]>;
  /** Lists the files that exist while a query has an answer. */
  listTargetsOf: (query: Query) => readonly Target[];
  render: (path: string) => Promise<Rendered>;
  getDigest: (query: Query) => string;
  /** Reads from the snapshot in this folder from now on. */
  readFrom: (snapshotDirectory: string) => void;
}
