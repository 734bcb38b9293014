import type { Query, Read, RecordedRead } from '../../../content/snapshot/read.ts';

/** One file that a route of the code makes. */
export interface Target {
  /** Its address. */
  path: string;
  /** Its file in the built site, as `astro build` names it: `services.html`. */
  name: string;
}

interface Rendered {
  status: number;
  content: Buffer;
  /** What the content was asked, and the digest of each answer. */
  reads: readonly RecordedRead[];
}

/**
 * The site's pages as a function: the same source as `astro build` renders, bundled once per change
 * of the code through Astro's adapter interface, so that a publish needs no bundler.
 */
export interface Renderer {
  read: Read;
  listTargets: () => Promise<readonly Target[]>;
  /** The files that exist while a query has an answer. */
  listTargetsOf: (query: Query) => readonly Target[];
  render: (path: string) => Promise<Rendered>;
  getDigest: (query: Query) => string;
  /** Answers from the snapshot in this folder, as it is at the next question. */
  readFrom: (snapshotDirectory: string) => void;
}
