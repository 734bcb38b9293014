import { rm } from 'node:fs/promises';
import { parseConfig } from '../../../src/config.ts';
import type { Publishing } from '../../../src/engine/publish/index.ts';
import { startServer } from '../../../src/engine/serve/node/server.ts';
import { readSite } from '../../../src/engine/publish/index.ts';
import * as fixtures from '../../fixtures/folder.ts';

/** Creates a folder with files; `remove` deletes it. */
export async function createFolder(files: fixtures.Files = {}) {
  const path = await fixtures.createFolder(files);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Creates the folders of a server: a site of files, and its data. `start` starts a server on both. */
export async function createServedFiles(files: fixtures.Files, publishing?: Publishing) {
  const site = await createFolder(files);
  const data = await createFolder();
  const log: string[] = [];
  return {
    path: site.path,
    dataPath: data.path,
    /** The lines of all its servers. */
    log,
    start: (env: Record<string, string> = {}) =>
      startServer({
        config: parseConfig({ PORT: '0', DATA_DIR: data.path, ...env }),
        openSite: async () => ({
          site: await readSite(site.path),
          ...(publishing && { publishing }),
        }),
        log: (line) => log.push(line),
      }),
    async remove() {
      await site.remove();
      await data.remove();
    },
  };
}
