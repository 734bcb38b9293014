/** `npm run build`: pulls the content into the snapshot, then renders the static site into `dist/`. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { getSnapshotDirectory } from '../src/config.ts';
import { createContentClient } from '../src/content/client.ts';
import { createMediaStore } from '../src/content/media.ts';
import { pull } from '../src/content/pull.ts';
import { spawnAstro } from './astro.ts';
import { CommandError, formatSeconds, runCommand } from './command.ts';
import { openContentSource, type ContentSource } from './content-source.ts';
import { loadConfig } from './environment.ts';

type SourceConfig = ContentSource['config'];
type Log = (line: string) => void;

/**
 * Reads the content service into the snapshot, and says what it found.
 * @throws {ContentServiceError} when it fails and `CONTENT_ON_FAILURE` does not help
 */
export async function pullContent(config: SourceConfig, log: Log): Promise<void> {
  const { dataDirectory, contentful, contentOnFailure } = config;
  const directory = getSnapshotDirectory(config);
  const start = performance.now();
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new CommandError(`DATA_DIR cannot be used: ${reason}.`);
  });
  const { outcome, failure, posts, resources, problems } = await pull({
    client: createContentClient(contentful),
    mediaStore: createMediaStore({ directory: join(dataDirectory, 'media') }),
    directory,
    onFailure: contentOnFailure,
    now: new Date(),
  });
  for (const { severity, entryId, field, message } of problems) {
    log(`${severity}: entry ${entryId}, ${field}: ${message}`);
  }
  if (failure !== null) log(`warning: ${failure}`);
  const meaning = {
    fresh: `${posts} posts, ${resources} resources`,
    stale: `the last good snapshot, ${posts} posts, ${resources} resources`,
    degraded: 'none; the pages say what could not be loaded',
  };
  log(`Content: ${meaning[outcome]} (${formatSeconds(start)})`);
}

/**
 * Content and pages, in that order.
 * @param distDirectory absolute; what was in it before is gone
 * @throws {ContentServiceError | CommandError}
 */
export async function buildSite(
  config: SourceConfig,
  distDirectory: string,
  log: Log,
): Promise<void> {
  await pullContent(config, log);

  const start = performance.now();
  const astro = spawnAstro(['build', '--outDir', distDirectory], config, 'pipe');
  if (!astro.stdout || !astro.stderr) throw new Error('The build has no output to read.');
  const [output, errors] = await Promise.all([
    text(astro.stdout),
    text(astro.stderr),
    once(astro, 'close'),
  ]);
  if (astro.exitCode !== 0) {
    throw new CommandError(
      `${output}${errors}\nThe pages could not be built; the reason is above.`,
    );
  }
  if (errors !== '') log(errors.trimEnd());
  const pages = /(\d+) page\(s\) built/.exec(output)?.[1] ?? 'all';
  log(`Pages: ${pages} (${formatSeconds(start)})`);
}

if (import.meta.main) {
  await runCommand(async () => {
    const start = performance.now();
    const source = await openContentSource(loadConfig());
    try {
      await buildSite(source.config, resolve('dist'), console.log);
    } finally {
      await source.close();
    }
    console.log(`Built dist/ in ${formatSeconds(start)}`);
  });
}
