import { parseConfig } from '#engine/config.ts';
import { startServer } from '#engine/serve/node/server.ts';
import type { Publishing } from '#engine/serve/node/publisher.ts';
import { readSite } from '#engine/table/index.ts';
import { createFolder, type Files } from '../../fixtures/folder.ts';

/** Creates the folders of a server: a site of files, and its data. `start` starts a server on both. */
export async function createServedFiles(files: Files, publishing?: Publishing) {
  const path = await createFolder(files);
  const dataPath = await createFolder();
  const log: string[] = [];
  return {
    path,
    dataPath,
    /** The lines of all its servers. */
    log,
    start: (env: Record<string, string> = {}) =>
      startServer({
        config: parseConfig({ PORT: '0', DATA_DIR: dataPath, ...env }),
        openSite: async () => ({
          site: await readSite(path),
          ...(publishing && { publishing }),
        }),
        log: (line) => log.push(line),
      }),
  };
}
