import { parseConfig } from '#engine/config.ts';
import type { Origin, OriginAnswer } from '#engine/front/origin.ts';
import type { Publishing } from '#engine/front/publish.ts';
import { startServer } from '#engine/front/server.ts';
import { createFolder, type Files } from '../../fixtures/folder.ts';

const rendered = /\.(?:html|xml|txt)$/;
const toPath = (name: string) => `/${name}`.replace(/(?:\/index)?\.html$/, '') || '/';

/** What the origin says of a page that is the same for all visitors. */
export const answerPage = (text: string, version: string, type = 'text/html'): OriginAnswer => ({
  status: 200,
  headers: {
    'content-type': type,
    'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    'cdn-cache-control': 'max-age=31536000',
    'cache-tag': version,
  },
  body: Buffer.from(text),
});

/** An origin without a process. @param ask answers for a path and a version */
export const createFakeOrigin = (ask: Origin['ask'], own: Partial<Origin> = {}): Origin => ({
  code: 'code',
  clientDirectory: '',
  isPerVisitor: () => false,
  ask,
  forward: () => Promise.reject(new Error('No page is made for one visitor.')),
  readOverview: () => Promise.reject(new Error('There is no snapshot.')),
  listPaths: () => Promise.resolve([]),
  findCard: () => Promise.resolve(null),
  isDamaged: () => false,
  end: () => undefined,
  ...own,
});

/** Pages that are the texts of files, with any content. */
export function serveFiles(files: Files, clientDirectory: string) {
  const texts = new Map<string, string>();
  for (const [name, text] of Object.entries(files))
    if (rendered.test(name) && typeof text === 'string') texts.set(toPath(name), text);
  const version = 'version-1';
  const ask: Origin['ask'] = (path) => {
    const text = texts.get(decodeURI(path));
    const type = /\.\w+$/.test(path) ? 'text/plain' : 'text/html';
    if (text !== undefined && path !== '/404')
      return Promise.resolve(answerPage(text, version, type));
    const { headers, ...missing } = answerPage(texts.get('/404') ?? '', version);
    const unstored = { ...headers, 'cdn-cache-control': undefined };
    return Promise.resolve({ ...missing, headers: unstored, status: 404 });
  };
  const origin = createFakeOrigin(ask, {
    clientDirectory,
    listPaths: () => Promise.resolve([...texts.keys()]),
  });
  return { origin, version, pulledAt: '2026-11-21T12:00:00Z' };
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
          Promise.resolve({ shown: serveFiles(files, path), ...(publishing && { publishing }) }),
        log: (line) => log.push(line),
      }),
  };
}
