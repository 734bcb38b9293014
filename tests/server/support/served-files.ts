import { parseConfig } from '#engine/config.ts';
import type { Rendering } from '#engine/render/index.ts';
import { startServer } from '#engine/serve/node/server.ts';
import type { Publishing } from '#engine/serve/node/publishing.ts';
import { createFolder, type Files } from '../../fixtures/folder.ts';

const rendered = /\.(?:html|xml|txt)$/;
const toPath = (name: string) => `/${name}`.replace(/(?:\/index)?\.html$/, '') || '/';

/** Pages that are the texts of files, with any content. */
export function renderFiles(files: Files, clientDirectory: string): Rendering {
  const texts = new Map<string, Buffer>();
  for (const [name, text] of Object.entries(files))
    if (rendered.test(name) && typeof text === 'string') texts.set(toPath(name), Buffer.from(text));
  const version = 'version-1';
  return {
    code: 'files',
    version,
    pulledAt: '2026-11-21T12:00:00Z',
    inlineParts: { scripts: [], routes: [] },
    paths: [...texts.keys()],
    ownRoutes: [],
    clientDirectory,
    render: (path) => Promise.resolve({ version, bytes: texts.get(path) ?? null }),
    list: () => Promise.resolve([...texts.keys()]),
    findCard: () => Promise.resolve(null),
    findEntry: () => Promise.resolve('gone'),
    end: () => undefined,
  };
}

/** Creates the folders of a server: a site of files, and its data. `start` starts a server on both. */
export async function createServedFiles(files: Files, publishing?: Publishing) {
  const others = Object.entries(files).filter(([name]) => !rendered.test(name));
  const path = await createFolder(Object.fromEntries(others));
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
        openSite: () =>
          Promise.resolve({
            rendering: renderFiles(files, path),
            ...(publishing && { publishing }),
          }),
        log: (line) => log.push(line),
      }),
  };
}
