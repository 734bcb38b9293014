/**
 * `npm run build`: pulls the content, and builds the site into `dist/`.
 * `-- --accept-fewer`: content types may lose more than half of their entries, which are held back otherwise.
 */
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readLastPaths } from '../netlify/index.ts';
import { pullInProcess } from '../pull/index.ts';
import { checkProject } from '../origin/check-project.ts';
import { runAstroBuild } from '../origin/index.ts';
import { formatSeconds, parseAcceptFewer, runCommand } from './command.ts';
import { loadConfig } from '../processes/index.ts';
import { logContent, logReport, reportWork } from './progress.ts';
import { openContentSource, type ContentSource } from '../stand-in/content-source.ts';

/**
 * Builds the whole site into an absolute path, whose contents stay until the new ones are whole; what a failed build
 * leaves beside goes with the next. @throws {TaskError}
 */
export async function buildSite(
  config: ContentSource['config'],
  distDirectory: string,
  log: (line: string) => void,
  { acceptFewer = false, onPulled = logReport } = {},
): Promise<void> {
  await checkProject();
  // On Netlify no folder outlives a build but the cache, which may be lost.
  const lastPaths = config.site.isOnNetlify ? await readLastPaths(config) : null;
  const task = { acceptFewer, ...(lastPaths && { lastPaths: [...lastPaths] }) };
  const content = reportWork('Reading the content', log, (onProgress) =>
    pullInProcess(config, task, onProgress),
  );
  const unfinished = `${distDirectory}.unfinished`;
  const building = runAstroBuild(unfinished, config, { content });
  building.catch(() => undefined); // told when it is awaited
  const pulled = await content;
  if (acceptFewer) log(`A server that runs on ${config.dataDirectory} follows within seconds.`);
  onPulled(pulled, log);
  logContent(pulled, log);
  const warnings = await reportWork('Building the pages', log, () => building);
  for (const warning of warnings) log(warning);
  await rm(distDirectory, { recursive: true, force: true });
  await rename(unfinished, distDirectory);
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
