/** The pages as a function: Astro bundles this file with them (bundle.ts), so that a pull needs no bundler. */
import { createApp } from 'astro/app/entrypoint';
import found from 'virtual:contentful-site/inline-in-sources';
import { failedPath, hasPages, isForOthers, notFoundPath, waitingPath } from '../collections.ts';
import {
  createRead,
  describePlainPage,
  getSubject,
  listPages,
  readWith,
  type Read,
  type SitePage,
  type SnapshotRead,
} from '../content/read.ts';
import { describeFault, isOfStore } from '../log.ts';
import { codePages, collections } from '../site.ts';
import type { InlineParts } from '../headers/index.ts';
import { listInlineParts } from './list-inline-parts.ts';
import { createOwnRoutes } from './own-routes.ts';
import { listShareCards, type ListedCard } from './share-cards.ts';

/** The pages of one code. All that knows the snapshot of that code is here: a server may show an earlier code. */
export interface Renderer {
  /** Canonical origin of the pages. */
  siteUrl: string;
  inlineParts: InlineParts;
  /** The addresses that the code has with any content, the page of unknown addresses included. */
  paths: readonly string[];
  /** Patterns of the addresses whose routes list their pages themselves. */
  ownRoutes: readonly string[];
  /** Renders a page with the answers that `read` gives. @throws what a component throws */
  render: (path: string, read: Read) => Promise<{ status: number; bytes: Buffer }>;
  /** Reads the snapshot of a folder. A question throws a `StoreError` where there is none of this code. */
  createRead: (directory: string) => SnapshotRead;
  /** Whether the content or a route has a page at an address. */
  hasPage: (path: string, read: Read) => Promise<boolean>;
  listPages: (read: Read) => Promise<SitePage[]>;
  /** Describe what the code throws: its classes of errors are its own. */
  describeFault: typeof describeFault;
  isOfStore: typeof isOfStore;
  /** Lists the share images of all pages that search engines may show, by their addresses. */
  listShareCards: (read: Read) => Promise<Map<string, ListedCard>>;
}

const app = createApp({ streaming: false });
// Astro's own answer is status 500 without a reason: no failed page could be logged with its fault and place.
const renderError = app.renderError.bind(app);
app.renderError = (request, options) => {
  const { error } = options;
  if (!(error instanceof Error)) return renderError(request, options);
  // Astro wraps what a loader of a collection throws.
  return Promise.reject(error.cause instanceof Error ? error.cause : error);
};
/** Astro would write the stack of a fault, and the words of others in it, between the lines of the log. */
const silence = () => app.logger.setDestination({ write: () => undefined });
const { origin } = new URL(import.meta.env.SITE);
const ownRoutes = createOwnRoutes(app, found.readingProps);

const shownRoutes = app.manifest.routes.flatMap(({ routeData: { origin, pathname, type } }) =>
  origin !== 'internal' && pathname !== undefined ? [{ pathname, type }] : [],
);

export const renderer: Renderer = {
  siteUrl: origin,
  inlineParts: listInlineParts(app.manifest, found),
  paths: [
    ...new Set([
      ...shownRoutes.map(({ pathname }) => pathname),
      ...codePages.map(({ path }) => path),
      ...collections
        .filter(hasPages)
        .flatMap((one) => [waitingPath(one), notFoundPath(one), failedPath(one)]),
    ]),
  ],
  ownRoutes: ownRoutes.patterns,
  createRead,

  listPages: async (read) => {
    const listed = await listPages(read);
    const known = new Set(listed.map(({ path }) => path));
    const own = Array.from(await ownRoutes.list(read), ([pathname, { type }]) => ({
      pathname,
      type,
    }));
    const others = [...shownRoutes, ...own].filter(
      ({ pathname, type }) => type === 'page' && !known.has(pathname) && !isForOthers(pathname),
    );
    return [...listed, ...others.map(({ pathname }) => describePlainPage(pathname))];
  },

  hasPage: async (path, read) => {
    if (ownRoutes.isOwn(path)) return (await ownRoutes.find(path, read)) !== undefined;
    const subject = getSubject(path);
    if (subject?.type === 'item') return read({ ...subject, type: 'has-item' });
    return subject !== null && (await read(subject)) !== null;
  },

  render: (path, read) =>
    readWith(read, async () => {
      const routeData = await ownRoutes.find(path, read);
      const options = routeData && { routeData };
      silence(); // a new manifest (own-routes.ts) has a new logger
      const response = await app.render(new Request(origin + path), options);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    }),

  listShareCards,
  describeFault,
  isOfStore,
};
