/** `npm run build`: pulls the content into the snapshot, then renders the static site into `dist/`. */
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { indexSite } from '../src/adapters/node/search-index.ts';
import { readSite } from '../src/adapters/node/site.ts';
import { getSnapshotDirectory } from '../src/config.ts';
import { createContentClient } from '../src/content/contentful/client.ts';
import { createMediaStore } from '../src/content/pull/media.ts';
import { pull, type PullResult } from '../src/content/pull/pull.ts';
import { createRead } from '../src/content/snapshot/read.ts';
import { searchRuntimePath } from '../src/data/routes.ts';
import { listPages } from '../src/documents/page-list.ts';
import { runAstroBuild } from './astro/run-astro.ts';
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
import { addShareImages } from './astro/share-images.ts';
import type { ContentType } from '../src/content/contentful/contract.ts';

type SourceConfig = ContentSource['config'];
type Log = (line: string) => void;

/**
 * Reads the content service into the snapshot, and says what it found.
 * @throws {ContentServiceError} when it fails and `CONTENT_ON_FAILURE` does not help
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

/** A site without its search is worth more than none: Pagefind has no program for some machines. */
async function buildSearchIndex(distDirectory: string, log: Log): Promise<void> {
  const start = performance.now();
  try {
    const site = await readSite(distDirectory);
    const progress = startProgress('Search', site.files.size);
    const directory = join(distDirectory, dirname(searchRuntimePath));
    const count = await indexSite(site, directory, progress.advance);
    progress.end();
    log(`Search: ${count} pages (${formatSeconds(start)})`);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown reason';
    log(`warning: the site has no search: ${reason}`);
  }
}

/**
 * Content, pages and their search index, in that order.
 * @param distDirectory absolute; what was in it before is gone
 * @param acceptFewer types that may lose most of their entries
 * @throws {ContentServiceError | CommandError}
 */
export async function buildPages(
  config: SourceConfig,
  distDirectory: string,
  log: Log,
  acceptFewer: readonly ContentType[] = [],
): Promise<void> {
  await pullContent(config, log, acceptFewer);

  const start = performance.now();
  const listed = await listPages(createRead(getSnapshotDirectory(config)));
  const rendering = startProgress('Pages', listed.length);
  const { output, errors } = await runAstroBuild(distDirectory, config, {}, rendering.advance);
  rendering.end();
  if (errors !== '') log(errors.trimEnd());
  const pages = Number(/(\d+) page\(s\) built/.exec(output)?.[1] ?? listed.length);
  log(`Pages: ${pages} (${formatSeconds(start)})`);
  await buildSearchIndex(distDirectory, log);
}

/** The whole site: what `buildPages` builds, and its share images. */
export async function buildSite(...build: Parameters<typeof buildPages>): Promise<void> {
  await buildPages(...build);
  const [{ dataDirectory }, distDirectory, log] = build;
  const start = performance.now();
  const files = await readdir(distDirectory, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html'));
  const drawing = startProgress('Share images', pages.length);
  const { images, drawn } = await addShareImages(
    dataDirectory,
    distDirectory,
    pages,
    drawing.advance,
  );
  drawing.end();
  log(`Share images: ${images}, ${drawn} of them new (${formatSeconds(start)})`);
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
