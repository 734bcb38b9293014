/** `npm run dev`: pulls the content once, then runs Astro's dev server on it. */
import { once } from 'node:events';
import { spawnAstro } from './astro/run-astro.ts';
import { pullContent } from './build.ts';
import { runCommand } from './command-line/command.ts';
import { openContentSource } from './content-service/content-source.ts';
import { loadConfig } from './command-line/environment.ts';

await runCommand(async () => {
  const source = await openContentSource(loadConfig());
  try {
    await pullContent(source.config, console.log);
  } finally {
    await source.close();
  }
  const { server } = source.config;
  const astro = spawnAstro(
    ['dev', '--host', server.host, '--port', String(server.port)],
    source.config,
    'inherit',
  );
  // A terminal signals the whole group; other senders only signal this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      astro.kill(signal);
    });
  }
  await once(astro, 'close');
  process.exitCode = astro.exitCode ?? 0;
});
