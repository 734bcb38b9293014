/** The process that renders: answers for one page after the other, each from one version of the content. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { describeDiskError, isDamage, isShortage } from '../disk/index.ts';
import { isPage, requireAllowedPages } from '../headers/index.ts';
import { describeFault, isOfStore, OwnError, StoreError } from '../log.ts';
import { getMediaType } from '../media-type.ts';
import { performTasks } from '../processes/index.ts';
import type { Config } from '../config.ts';
import { loadRenderer } from './bundle.ts';
import type { Renderer } from './renderer.ts';
import type { ListedCard } from './share-cards.ts';
import { isSitemap, makeSitemap } from './sitemap.ts';

/** What a process renders: the bundle of one code, over the snapshot of one account. */
export interface RenderedSite {
  /** Folder of the bundle. */
  directory: string;
  snapshotDirectory: string;
  dataDirectory: string;
  siteUrl: string;
  contentOnFailure: Config['contentOnFailure'];
  pictureOrigin: string | null;
}

export type RenderTask = RenderedSite &
  (
    | { type: 'open' }
    // `version`: the version of the content that is wanted.
    | { type: 'render'; path: string; version: string }
    | { type: 'list'; version: string }
    | { type: 'card'; path: string; version: string }
    | { type: 'entry'; id: string; version: string }
  );

/** What the pages of a code are, whatever the content. `version` is that of the content. */
export type Opened = Pick<Renderer, 'inlineParts' | 'paths' | 'ownRoutes'> & {
  version: string;
  /** ISO 8601 */
  pulledAt: string;
};

/**
 * A page at the version of the content from which it was made. `bytes` are its text in UTF-8, or those of a picture;
 * null where there is no page.
 */
export type Rendered = { version: string; bytes: Buffer | null } | Fault;

/** Why a page could not be made: by its own fault, by damaged content or pictures, or by a lack that passes. */
export interface Fault {
  fault: string;
  kind: 'page' | 'content' | 'shortage';
}

/** Says why a page could not be made. The bundled code has classes of errors of its own. */
function toFault(error: unknown, renderer: Renderer): Fault {
  const own = error instanceof OwnError ? { describeFault, isOfStore } : renderer;
  const fault = describeDiskError(error) ?? own.describeFault(error).error;
  if (own.isOfStore(error) || isDamage(error)) return { fault, kind: 'content' };
  return { fault, kind: isShortage(error) ? 'shortage' : 'page' };
}

/** Begins with rare text, so that the search is fast. */
const ownFiles = /="\/(?<=(?:src|href)="\/)((?:_astro|media)\/[^"?#]+)"/g;

interface Folders {
  /** Of the scripts and styles of the code. */
  client: string;
  /** `DATA_DIR`, which has the pictures. */
  dataDirectory: string;
}

/**
 * @param text of a page; null for any other file
 * @throws {OwnError} for a page that is not fit for visitors
 * @throws {StoreError} for a picture that is not there: the next pull makes the picture again
 */
function requireWholePage(
  path: string,
  status: number,
  text: string | null,
  { client, dataDirectory }: Folders,
): void {
  const expected = path === '/404' ? 404 : 200;
  if (status !== expected) throw new OwnError(`it was rendered with status ${status}`);
  if (text === null) return;
  // A page of plain Astro may be without <html>, or have scripts behind it. Most have the end at their end.
  if (text.includes('<html') && text.lastIndexOf('</html>') < 0)
    throw new OwnError('it ends too early');
  if (text.includes('/_image?')) throw new OwnError('it asks for an image at request time');
  for (const [, name = ''] of text.matchAll(ownFiles)) {
    const isPicture = name.startsWith('media/');
    if (existsSync(join(isPicture ? dataDirectory : client, name))) continue;
    throw new (isPicture ? StoreError : OwnError)(`it asks for ${name}, which is not there`);
  }
}

async function openSite({ directory, snapshotDirectory, ...site }: RenderedSite) {
  const renderer = await loadRenderer(directory);
  const paths = new Set(renderer.paths);
  const folders = { client: join(directory, 'client'), dataDirectory: site.dataDirectory };
  const read = renderer.createRead(snapshotDirectory);

  /** What is made of all pages at once, for the version of the last question. */
  let derived: {
    version: string;
    sitemap?: Promise<Map<string, string>>;
    cards?: Promise<Map<string, ListedCard>>;
  } = { version: '' };

  function begin(wanted?: string): string {
    try {
      const version = read.begin();
      if (version === wanted) return version;
    } catch {
      // The file may be damaged.
    }
    // A pull may have replaced the file, which stays open here.
    read.close();
    return read.begin();
  }

  /** Reads from one version of the content, whatever a pull writes meanwhile. */
  async function withContent<T>(work: (version: string) => Promise<T>, wanted?: string) {
    try {
      const result = await work(begin(wanted));
      read.end();
      return result;
    } catch (error) {
      // What is open, or was derived, may be the reason.
      read.close();
      derived = { version: '' };
      throw error;
    }
  }

  const derive = (version: string) => {
    if (derived.version !== version) derived = { version };
    return derived;
  };

  async function renderPage(path: string, version: string): Promise<Buffer | null> {
    if (isSitemap(path)) {
      const listPages = () => renderer.listPages(read);
      const files = (derive(version).sitemap ??= listPages().then((pages) =>
        makeSitemap(pages, renderer.siteUrl),
      ));
      const text = (await files).get(path);
      return text === undefined ? null : Buffer.from(text);
    }
    if (!paths.has(path) && !(await renderer.hasPage(path, read))) return null;
    const { status } = await read({ type: 'overview' });
    if (status === 'failed' && site.contentOnFailure !== 'degrade')
      throw new OwnError('its content could not be loaded, and CONTENT_ON_FAILURE is not degrade');
    const { status: code, bytes } = await renderer.render(path, read);
    const text = isPage({ type: getMediaType(path) }) ? bytes.toString() : null;
    requireWholePage(path, code, text, folders);
    if (text !== null) {
      const { inlineParts } = renderer;
      requireAllowedPages([[path, text]], { inlineParts, pictureOrigin: site.pictureOrigin });
    }
    return bytes;
  }

  return {
    open: (): Promise<Opened> =>
      withContent(async (version) => {
        const { siteUrl, pulledAt } = await read({ type: 'overview' });
        if (siteUrl !== renderer.siteUrl || siteUrl !== site.siteUrl)
          throw new StoreError('Code or content are of another SITE_URL');
        const { inlineParts, ownRoutes } = renderer;
        return { inlineParts, paths: renderer.paths, ownRoutes, version, pulledAt };
      }),

    async render(path: string, wanted: string): Promise<Rendered> {
      try {
        return await withContent(async (version) => {
          return { version, bytes: await renderPage(path, version) };
        }, wanted);
      } catch (error) {
        return toFault(error, renderer);
      }
    },

    /** Lists the addresses of all pages. */
    list: (wanted: string) =>
      withContent(async () => {
        const pages = await renderer.listPages(read);
        return { paths: [...new Set([...paths, ...pages.map(({ path }) => path)])] };
      }, wanted),

    /** Finds where an entry is. */
    findEntry: (id: string, wanted: string) =>
      withContent(async () => ({ address: await read({ type: 'address', id }) }), wanted),

    /** Finds what a share image shows; null for an address that no page names. */
    findCard: (path: string, wanted: string) =>
      withContent(async (version) => {
        const cards = (derive(version).cards ??= renderer.listShareCards(read));
        return { found: (await cards).get(path) ?? null };
      }, wanted),
  };
}

/** A process has one site. */
let opened: ReturnType<typeof openSite> | undefined;

async function perform(task: RenderTask): Promise<object> {
  // Node frees what a page leaves, and sends what is ready, between two turns of its loop.
  await nextTurn();
  const site = await (opened ??= openSite(task));
  switch (task.type) {
    case 'open':
      return site.open();
    case 'render':
      return site.render(task.path, task.version);
    case 'list':
      return site.list(task.version);
    case 'card':
      return site.findCard(task.path, task.version);
    case 'entry':
      return site.findEntry(task.id, task.version);
  }
}

const limit = pLimit(1);
performTasks((task: RenderTask) => limit(perform, task));
