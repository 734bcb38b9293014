/** What the front and the process of the origin say to each other beside HTTP. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the process serves, as JSON in the variable `ORIGIN`. */
export interface OriginTask {
  /** Folder of the bundle. */
  directory: string;
  /** Where the process listens. */
  socket: string;
  snapshotDirectory: string;
  dataDirectory: string;
  account: { spaceId: string; environment: string };
  /** Origin of pictures that the content service has; null for none. */
  pictureOrigin: string | null;
}

/** The task of this process. */
export const task = JSON.parse(process.env.ORIGIN ?? '{}') as OriginTask;

/** The exit code of a process that could not read the content on the disk. */
export const damagedExit = 3;

/** In a request: the version of the content that the front shows. */
export const versionHeader = 'x-content-version';
/** In an answer with status 500 or 503: why the page could not be made, for the log. */
export const faultHeader = 'x-fault';

/** What the front asks of the content, below this address. No visitor gets there. */
export const questionsPath = '/_origin';

/** What the routes of a bundle are, whatever the content. */
export interface Routes {
  /** Patterns in Astro's order, each with whether Astro makes what is there for each visitor. All else is made once. */
  patterns: [source: string, isPerVisitor: boolean][];
  /** The addresses of pages that have no parameters, and of those that were made with the code. */
  paths: string[];
  /** The addresses of endpoints that have no parameters, such as a feed. */
  texts: string[];
}

/** Reads what a build for the origin has written beside its bundle (node-adapter.ts). */
export const readRoutes = (directory: string): Routes =>
  JSON.parse(readFileSync(join(directory, 'routes.json'), 'utf8')) as Routes;

/** Creates the test whether Astro answers each visitor at a path by itself: the first pattern that matches says so. */
export function createVisitorTest({ patterns }: Pick<Routes, 'patterns'>) {
  const tests = patterns.map(([source, isPerVisitor]) => {
    // A path is percent-encoded, and a pattern of Astro's is not.
    const pattern = new RegExp(source.replace(/[^ -~]+/g, encodeURI));
    return { pattern, isPerVisitor };
  });
  return (path: string): boolean =>
    tests.find(({ pattern }) => pattern.test(path))?.isPerVisitor ?? false;
}
