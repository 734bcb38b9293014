/**
 * `npm run dev`: pulls the content once, and runs Astro's dev server.
 */
import { once } from 'node:events';
import { pullInProcess } from '../pull/index.ts';
import { requireFreePort } from './open-site.ts';
import { checkProject } from '../origin/check-project.ts';
import { spawnAstro } from '../origin/index.ts';
import { parseArguments, runCommand } from './command.ts';
import { loadConfig } from '../processes/index.ts';
import { logContent, logReport, reportWork } from './progress.ts';
import { openContentSource } from '../stand-in/content-source.ts';

await runCommand(async () => {
  parseArguments({});
  await checkProject();
  const config = loadConfig();
  // Astro would take the next port, without a word.
  await requireFreePort(config.server, 'PORT');
  const source = await openContentSource(config);
  const pullOnce = () => pullInProcess(source.config).finally(() => source.close());
  const pulled = await reportWork('Reading the content', console.log, pullOnce);
  logReport(pulled, console.log);
  logContent(pulled, console.log);
  const { host, port } = source.config.server;
  const options = ['dev', '--host', host, '--port', String(port)];
  const astro = spawnAstro(options, source.config, { output: 'inherit' });
  // A terminal signals the whole group; other senders only signal this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => astro.kill(signal));
  await once(astro, 'close');
  process.exitCode = astro.exitCode ?? 0;
});
