/**
 * `npm run preview:drafts`: serves a copy of the site with everything that editors have saved, published or
 * not. All its files are in `DATA_DIR/preview`; the site and its content stay unchanged.
 */
import { join } from 'node:path';
import { startDraftPreview } from '../front/index.ts';
import { showDrafts, type Config } from '../config.ts';
import { prepareDataDirectory } from '../disk/index.ts';
import { isThisMachine } from '../base/this-machine.ts';
import { CommandError, runCommand } from './command.ts';
import { loadConfig } from '../processes/index.ts';
import { openSite, serveSite } from './open-site.ts';

function requireSecret({ preview, server }: Config): void {
  if (preview.secret !== null || (isThisMachine(server.host) && !server.trustProxy)) return;
  throw new CommandError(
    'PREVIEW_SECRET is missing: others can reach this address, and would see the drafts. Set it, or HOST to 127.0.0.1.',
  );
}

await runCommand(async () => {
  const loaded = loadConfig();
  requireSecret(loaded);
  await prepareDataDirectory(loaded.dataDirectory);
  const own: Config = {
    ...loaded,
    server: { ...loaded.server, port: loaded.preview.port },
    dataDirectory: join(loaded.dataDirectory, 'preview'),
    contentOnFailure: 'stale',
  };
  const { url } = await serveSite(own, 'PREVIEW_PORT', (account) => {
    const config = showDrafts(account);
    return startDraftPreview({
      config,
      openSite: (events) => openSite(config, false, console.log, events),
      log: console.log,
    });
  });
  console.log(`Serving the drafts at ${url}`);
  if (own.preview.secret !== null)
    console.log(
      'To sign a browser in, open a page with ?secret= and the value of PREVIEW_SECRET behind its address.',
    );
});
