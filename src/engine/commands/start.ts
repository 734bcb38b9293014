/**
 * `npm start`: builds the site and serves it. The last printed line has the address.
 * `-- --accept-fewer`: content types may lose more than half of their entries, which are held back otherwise.
 */
import { startServer } from '../front/index.ts';
import { parseAcceptFewer, runCommand } from './command.ts';
import { giveMemoryBack } from './memory.ts';
import { listDoubts } from '../config.ts';
import { loadConfig } from '../processes/index.ts';
import { openSite, serveSite } from './open-site.ts';

await runCommand(async () => {
  giveMemoryBack();
  const acceptFewer = parseAcceptFewer();
  const settings = loadConfig();
  for (const doubt of listDoubts(settings)) console.log(doubt);
  const { url } = await serveSite(settings, 'PORT', (config) =>
    startServer({
      config,
      openSite: (events) => openSite(config, acceptFewer, console.log, events),
      log: console.log,
    }),
  );
  console.log(`Serving the site at ${url}`);
});
