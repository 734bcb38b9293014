/**
 * `npm run dev`: runs Astro's dev server, and pulls the content once. Requests wait for the pull
 * (scripts/astro/dev-answers.ts).
 */
import { once } from 'node:events';
import { pullContent, spawnAstro } from '../src/engine/publish/index.ts';
import { checkFirm } from './astro/facts.ts';
import { runCommand } from './command-line/command.ts';
import { loadConfig } from './command-line/environment.ts';
import { logContent } from './command-line/progress.ts';
import { openContentSource } from './content-service/content-source.ts';

await runCommand(async () => {
  await checkFirm();
  const source = await openContentSource(loadConfig());
  const { server } = source.config;
  const astro = spawnAstro(
    ['dev', '--host', server.host, '--port', String(server.port)],
    source.config,
    { output: 'inherit' },
  );
  // A terminal signals the whole group; other senders only signal this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      astro.kill(signal);
    });
  }
  const ended = once(astro, 'close');
  try {
    logContent(await pullContent(source.config), console.log);
    if (astro.connected) astro.send('pulled');
  } catch (error) {
    astro.kill();
    throw error;
  } finally {
    await source.close();
  }
  await ended;
  process.exitCode = astro.exitCode ?? 0;
});
