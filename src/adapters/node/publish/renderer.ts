import type { Query, Read, RecordedRead } from '../../../content/snapshot/read.ts';
import type { SitePage } from '../../../documents/page-list.ts';

/** One file that a route of the code makes. */
export interface Target {
  /** Its address. */
  path: string;
  /** Its file in the built site, as `astro build` names it: `services.html`. */
  name: string;
}

export interface Rendered {
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
  listPages: () => Promise<readonly SitePage[]>;
  listTargets: () => Promise<readonly Target[]>;
  render: (path: string) => Promise<Rendered>;
  getDigest: (query: Query) => Promise<string>;
  /** Answers from the snapshot in this folder, as it is at the next question. */
  readFrom: (snapshotDirectory: string) => void;
}
