/**
 * `npm run build`: pulls the content, renders what changed since the last build, and writes `dist/`.
 * `-- --accept-fewer`: content types may lose more than half of their entries, which are held back otherwise.
 */
import { join, resolve } from 'node:path';
import { getSiteDirectory } from '#engine/config.ts';
import { layOut } from '#engine/table/index.ts';
import { makeSite } from '#engine/pages/index.ts';
import { prepare } from '#engine/render/index.ts';
import {
  readLastPaths,
  writeContentReport,
  writeDraftAccess,
  writeLivePages,
  writeNetlifyFiles,
} from '#engine/netlify/index.ts';
import { checkFirm } from './command-line/facts.ts';
import { formatSeconds, parseAcceptFewer, runCommand } from './command-line/command.ts';
import { loadConfig } from './command-line/environment.ts';
import { logContent, startReport } from './command-line/progress.ts';
import { openContentSource, type ContentSource } from './content-service/content-source.ts';

/** The cache of builds: the pages of the last build, with the queries that each page made. */
export const getBuildDirectory = (config: ContentSource['config']) =>
  getSiteDirectory({ ...config, dataDirectory: join(config.dataDirectory, 'build') });

interface BuildOptions {
  /** Whether content types may lose most of their entries. */
  acceptFewer?: boolean;
  /** Whether sitemap and share images are made, too. */
  isWhole?: boolean;
}

/** Builds the whole site into an absolute path, whose previous contents are removed. @throws {TaskError} */
export async function buildSite(
  config: ContentSource['config'],
  distDirectory: string,
  log: (line: string) => void,
  { acceptFewer = false, isWhole = true }: BuildOptions = {},
): Promise<void> {
  await checkFirm();
  const { onProgress, end } = startReport('Reading the content and bundling the code', log);
  try {
    const lastPaths = config.site.isOnNetlify ? await readLastPaths(config) : null;
    const siteDirectory = getBuildDirectory(config);
    const { renderer, pulled, walked } = await makeSite(
      { config, siteDirectory },
      (signal) => prepare(config, { signal }),
      {
        acceptFewer,
        follows: isWhole,
        onProgress,
        ...(lastPaths && { lastPaths: [...lastPaths] }),
      },
    );
    logContent(pulled, log);
    if (acceptFewer) log(`A server that runs on ${config.dataDirectory} follows within seconds.`);
    log(`Pages: ${walked.pages}, ${walked.rendered} of them rendered`);
    for (const failure of walked.unmade) log(`warning: ${failure}`);
    await layOut(config, siteDirectory, distDirectory);
    await writeNetlifyFiles(config, distDirectory);
    if (config.site.isOnNetlify) {
      await writeLivePages(config, distDirectory, renderer.directory);
      await writeContentReport(config, renderer.directory);
      await writeDraftAccess(config);
    }
  } finally {
    end();
  }
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const start = performance.now();
    const acceptFewer = parseAcceptFewer();
    const source = await openContentSource(loadConfig());
    try {
      await buildSite(source.config, resolve('dist'), console.log, { acceptFewer });
    } finally {
      await source.close();
    }
    console.log(`Built dist/ in ${formatSeconds(start)}`);
  });
}
