/** `npm run build`: pulls the content into the snapshot, then renders the static site into `dist/`. */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { generate } from '../src/engine/publish/render/generate.ts';
import { isIntact, listReleaseFiles } from '../src/engine/publish/release.ts';
import { GateError } from '../src/engine/publish/render/render-pages.ts';
import { withoutDamage } from '../src/engine/publish/without-damage.ts';
import { listSearchFiles, updateSearchIndex } from '../src/engine/publish/search-index.ts';
import { getSiteDirectory, getSnapshotDirectory } from '../src/config.ts';
import {
  type ContentType,
  createContentClient,
  createMediaStore,
  pull,
  type PullResult,
} from '../src/engine/content/index.ts';
import { createRead } from '../src/engine/content/read.ts';
import { shareFolder } from '../src/documents/share-card.ts';
import { drawShareImages } from '../src/engine/publish/share-images/store.ts';
import { layOut } from './astro/lay-out.ts';
import { copyMedia } from './astro/media.ts';
import { writeDraftAccess, writeNetlifyFiles } from './astro/netlify-files.ts';
import { openPolicies } from './astro/policies.ts';
import { prepareRenderer } from './astro/renderer.ts';
import {
  CommandError,
  formatSeconds,
  parseAcceptFewer,
  runCommand,
} from './command-line/command.ts';
import { logContent } from './command-line/content-log.ts';
import { openContentSource, type ContentSource } from './content-service/content-source.ts';
import { loadConfig } from './command-line/environment.ts';
import { startProgress, type Progress } from './command-line/progress.ts';

type SourceConfig = ContentSource['config'];
type Log = (line: string) => void;

/**
 * Pulls the content into the snapshot and prints a summary.
 * @throws {ContentServiceError} when the content service fails and `CONTENT_ON_FAILURE` has no fallback
 */
export async function pullContent(
  config: SourceConfig,
  log: Log,
  acceptFewer: readonly ContentType[] = [],
): Promise<PullResult> {
  const { dataDirectory, contentful, contentOnFailure } = config;
  const directory = getSnapshotDirectory(config);
  const start = performance.now();
  let progress: Progress | undefined;
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new CommandError(`DATA_DIR cannot be used: ${reason}.`);
  });
  const pulled = await pull({
    client: createContentClient(contentful),
    mediaStore: createMediaStore({
      directory: join(dataDirectory, 'media'),
      account: config.contentful,
    }),
    directory,
    onFailure: contentOnFailure,
    now: new Date(),
    acceptFewer,
    onComposed: (total) => (progress ??= startProgress('Entries', total)).advance(),
  });
  progress?.end();
  logContent(pulled, log);
  log(`Content: read in ${formatSeconds(start)}`);
  return pulled;
}

/**
 * Adds the search index to a built site; only the parts that changed since the last build are made.
 * Pagefind has no program for some machines; a site without search is still useful.
 */
async function addSearchIndex(
  config: SourceConfig,
  distDirectory: string,
  log: Log,
): Promise<void> {
  const start = performance.now();
  const directory = join(config.dataDirectory, 'build', 'search');
  const read = createRead(getSnapshotDirectory(config));
  let progress: Progress | undefined;
  try {
    const { parts, made } = await updateSearchIndex(read, directory, (total) =>
      (progress ??= startProgress('Search', total)).advance(),
    );
    progress?.end();
    layOut(await listSearchFiles(directory), distDirectory);
    log(`Search: parts ${parts}, ${made} of them new (${formatSeconds(start)})`);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown reason';
    log(`warning: the site has no search: ${reason}`);
  } finally {
    read.close();
  }
}

/** The cache of builds: the pages of the last build, with the queries that each page made. */
export const getBuildDirectory = (config: SourceConfig) =>
  getSiteDirectory({ ...config, dataDirectory: join(config.dataDirectory, 'build') });

/**
 * Builds the content, the pages and the search index, in that order. Only pages that changed since the last
 * build with the same `DATA_DIR` are rendered.
 * @param distDirectory absolute path; its previous contents are removed
 * @param acceptFewer content types that may lose most of their entries
 * @throws {ContentServiceError | CommandError}
 */
export async function buildPages(
  config: SourceConfig,
  distDirectory: string,
  log: Log,
  acceptFewer: readonly ContentType[] = [],
): Promise<void> {
  const siteDirectory = getBuildDirectory(config);
  const folders = { snapshotDirectory: getSnapshotDirectory(config), siteDirectory };
  let progress: Progress | undefined;
  let start = 0;
  const { pages, rendered, code } = await withoutDamage(folders, async () => {
    await pullContent(config, log, acceptFewer);
    start = performance.now();
    const renderer = await prepareRenderer(config);
    const renderPages = (whole: boolean) =>
      generate({
        ...folders,
        rendererDirectory: renderer.directory,
        code: renderer.code,
        mediaDirectory: join(config.dataDirectory, 'media'),
        mayBeDegraded: config.contentOnFailure === 'degrade',
        whole,
        inWorkers: true,
        now: new Date(),
        onPages: (total) => (progress = startProgress('Pages', total)),
        onPage: (count) => progress?.advance(count),
      }).catch((error: unknown) => {
        throw error instanceof GateError ? new CommandError(error.message) : error;
      });
    const rendering = await renderPages(false);
    // The disk may have damaged the cache, and files of dist/ are links into it.
    const isSound = isIntact(siteDirectory);
    return { ...(isSound ? rendering : await renderPages(true)), code: renderer.code };
  });
  progress?.end();
  await rm(distDirectory, { recursive: true, force: true });
  layOut(listReleaseFiles(siteDirectory), distDirectory, true);
  await copyMedia(config, join(distDirectory, 'media'));
  const policies = await openPolicies(join(siteDirectory, 'policies.json'), code);
  await writeNetlifyFiles(config, distDirectory, policies.getPolicy);
  await policies.save();
  if (config.site.isOnNetlify) await writeDraftAccess(config);
  log(`Pages: ${pages}, ${rendered} of them rendered (${formatSeconds(start)})`);
  await addSearchIndex(config, distDirectory, log);
}

/** Adds the share images of the pages to a built site. */
async function addShareImages(
  config: SourceConfig,
  distDirectory: string,
  log: Log,
): Promise<void> {
  const start = performance.now();
  const source = join(config.dataDirectory, shareFolder);
  const target = join(distDirectory, shareFolder);
  let progress: Progress | undefined;
  const { names, drawn } = await drawShareImages(getSnapshotDirectory(config), source, (total) =>
    (progress ??= startProgress('Share images', total)).advance(),
  );
  progress?.end();
  layOut(
    names.map((name) => [name, join(source, name)] as const),
    target,
  );
  log(`Share images: ${names.length}, ${drawn} of them new (${formatSeconds(start)})`);
}

/** Builds the whole site: pages, search and share images. */
export async function buildSite(
  config: SourceConfig,
  distDirectory: string,
  log: Log,
  acceptFewer: readonly ContentType[] = [],
): Promise<void> {
  await buildPages(config, distDirectory, log, acceptFewer);
  // Pages with drafts name no share image.
  if (!config.contentful.showsDrafts) await addShareImages(config, distDirectory, log);
}

if (import.meta.main) {
  await runCommand(async () => {
    const start = performance.now();
    const acceptFewer = parseAcceptFewer();
    const source = await openContentSource(loadConfig());
    try {
      await buildSite(source.config, resolve('dist'), console.log, acceptFewer);
    } finally {
      await source.close();
    }
    console.log(`Built dist/ in ${formatSeconds(start)}`);
  });
}
