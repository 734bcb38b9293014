/** `npm start`: builds the site and serves it. The last printed line has the address. */
import { giveMemoryBack, startServer } from '../src/engine/serve/node/index.ts';
import { parseAcceptFewer, runCommand } from './command-line/command.ts';
import { loadConfig } from './command-line/environment.ts';
import { openContentSource } from './content-service/content-source.ts';
import { openSite, requireFreePort, stopOnSignal } from './command-line/open-site.ts';

await runCommand(async () => {
  giveMemoryBack();
  const acceptFewer = parseAcceptFewer();
  const config = loadConfig();
  await requireFreePort(config.server, 'PORT');
  const source = await openContentSource(config);
  const server = await startServer({
    config: source.config,
    openSite: () => openSite(source.config, acceptFewer, console.log),
    log: console.log,
  }).catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  console.log(`Serving the site at ${server.url}`);
  stopOnSignal(server, source);
});
