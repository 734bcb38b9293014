import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { generate, type GenerateOptions } from '../../../src/engine/publish/generate.ts';
import { listReleaseFiles, readRelease } from '../../../src/engine/publish/release.ts';
import { nameQuery } from '../../../src/engine/content/read.ts';
import { digest } from '../../../src/engine/disk/index.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { watchSteps } from '../../server/support/watch-steps.ts';

/**
 * The state of a replacement for the bundled pages. A page below /blog exists while its query has an
 * answer.
 */
interface State {
  status: 'loaded' | 'failed';
  pages: Record<string, { html: string; status?: number; question?: string }>;
  /** Digest of the answer to each query. */
  answers: Record<string, string>;
}

const standIn = `
import { readFileSync } from 'node:fs';
const get = () => JSON.parse(readFileSync(new URL('state.json', import.meta.url), 'utf8'));
const toTarget = (path) => ({ path, name: (path === '/' ? 'index' : path.slice(1)) + '.html' });
export const renderer = {
  inlineParts: { scripts: [], routes: [] },
  read: async () => ({ status: get().status, revision: '', posts: 0, resources: 0, nextDue: null, newest: null }),
  listTargets: async () => Object.keys(get().pages).map(toTarget),
  listTargetsOf: ({ slug }) => [toTarget('/blog/' + slug)],
  readFrom: () => undefined,
  getDigest: ({ slug }) => ('/blog/' + slug in get().pages ? get().answers[slug] : '${digest('null')}'),
  render: async (path) => {
    const { html, status = 200, question } = get().pages[path];
    const reads = question ? [{ query: { type: 'post', slug: question }, digest: get().answers[question] }] : [];
    return { status, content: Buffer.from(html), reads };
  },
};`;

/** Makes the first thread that renders fail to sync its files. */
const failingSync = `
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { threadId } from 'node:worker_threads';
import { mkdirSync } from 'node:fs';
try {
  if (threadId > 0) {
    mkdirSync(new URL('first-thread', import.meta.url));
    promises.open = () => Promise.reject(new Error('EIO'));
    syncBuiltinESMExports();
  }
} catch {}
`;

const page = (text: string) => `<!doctype html><html>${text}</html>`;
const noon = Date.UTC(2026, 5, 15, 12);

/** Publishes the site for the first time; `run` publishes it again with these changes of its state. */
async function openSite() {
  const folder = await createFolder();
  const rendererDirectory = join(folder, 'renderer');
  const scripts = join(rendererDirectory, 'client', '_astro');
  for (const directory of [join(rendererDirectory, 'server'), scripts])
    await mkdir(directory, { recursive: true });
  await writeFile(join(rendererDirectory, 'server', 'entry.mjs'), standIn);
  await writeFile(join(scripts, 'a.1.js'), 'first');
  const siteDirectory = join(folder, 'site');
  const state: State = {
    status: 'loaded',
    answers: { a: '1', b: '1' },
    pages: {
      '/': { html: page('Home') },
      '/blog/a': { html: page('A'), question: 'a' },
      '/blog/b': { html: page('B'), question: 'b' },
    },
  };
  const snapshotDirectory = join(folder, 'content');
  let version = 0;
  /** Notes that every query may have another answer. */
  const noteAll = () => {
    version += 1;
    const touched = ['a', 'b', 'c'].map(
      (slug) => `('${nameQuery({ type: 'post', slug })}', ${version})`,
    );
    changeSnapshot(
      snapshotDirectory,
      `INSERT OR REPLACE INTO meta VALUES ('epoch', 'first'), ('version', '${version}');
      INSERT OR REPLACE INTO touched VALUES ${touched.join()}`,
    );
  };
  const run = async (change: Partial<State> = {}, options: Partial<GenerateOptions> = {}) => {
    Object.assign(state, change);
    noteAll();
    await writeFile(join(rendererDirectory, 'server', 'state.json'), JSON.stringify(state));
    return generate({
      rendererDirectory,
      snapshotDirectory,
      code: 'code-1',
      siteDirectory,
      mediaDirectory: join(folder, 'media'),
      mayBeDegraded: false,
      whole: false,
      now: new Date(noon),
      ...options,
    });
  };
  const readSite = async () => {
    const files: Record<string, string> = {};
    for (const [name, path] of listReleaseFiles(siteDirectory))
      files[name] = await readFile(path, 'utf8');
    return files;
  };
  expect(await run()).toMatchObject({ isNew: true, rendered: 3, removed: 0 });
  const first = await readSite();
  return { run, readSite, first, siteDirectory, rendererDirectory, scripts, pages: state.pages };
}

test('a publish renders the pages whose answers changed, and removes those without content', async () => {
  const { run, readSite, first, siteDirectory } = await openSite();
  const { 'blog/b.html': _, ...others } = first;
  expect(others).toMatchObject({ 'blog/a.html': page('A'), '_astro/a.1.js': 'first' });
  const before = readRelease(siteDirectory);
  expect(await run()).toMatchObject({ isNew: false, rendered: 0, changed: 0 });
  expect(readRelease(siteDirectory)?.id).toBe(before?.id);
  const pages = {
    '/': { html: page('Not asked for') },
    '/blog/a': { html: page('A, edited'), question: 'a' },
  };
  const counted = { rendered: 1, changed: 1, removed: 1 };
  const synced = new Set<string>();
  onTestFinished(watchSteps((step) => synced.add(step)));
  expect(await run({ answers: { a: '2', b: '1' }, pages })).toMatchObject(counted);
  expect([...synced]).toEqual(['sync the file', 'sync the folder']);
  const edited = { 'blog/a.html': page('A, edited'), 'build.json': expect.any(String) as string };
  expect(await readSite()).toEqual({ ...others, ...edited });
});

test('a failed sync of one thread keeps the release back', async () => {
  const { run, siteDirectory, rendererDirectory } = await openSite();
  const before = readRelease(siteDirectory);
  await appendFile(join(rendererDirectory, 'server', 'entry.mjs'), failingSync);
  const pages = Object.fromEntries(
    // So many that threads render them.
    Array.from({ length: 200 }, (_, index) => [`/page-${index}`, { html: page(`${index}`) }]),
  );
  await expect(run({ pages }, { code: 'code-2' })).rejects.toThrow('EIO');
  expect(readRelease(siteDirectory)).toEqual(before);
});

test('a page that must not go live keeps the whole release back', async () => {
  const { run, readSite, first, pages } = await openSite();
  const answers = { a: '1', b: '1', c: '1' };
  const bad: State['pages'] = {
    'a status that is not expected': { html: page(''), status: 500 },
    'a page that is not whole': { html: '<!doctype html><html><body>' },
    'an image to be made at request time': { html: page('<img src="/_image?href=a">') },
    'a script that is not there': { html: page('<script src="/_astro/gone.js"></script>') },
    'an image that is not there': { html: page('<img src="/media/gone.png">') },
  };
  for (const [what, one] of Object.entries(bad)) {
    const next = run({ pages: { ...pages, '/blog/c': one }, answers });
    await expect(next, what).rejects.toThrow('/blog/c');
    expect(await readSite(), what).toEqual(first);
  }
});

test('content that could not be loaded keeps the release back, unless pages may be degraded', async () => {
  const { run, readSite, first } = await openSite();
  await expect(run({ status: 'failed' })).rejects.toThrow('CONTENT_ON_FAILURE');
  expect(await readSite()).toEqual(first);
  await expect(run({}, { mayBeDegraded: true })).resolves.toBeDefined();
});

test('with new code every page is rendered, and the old scripts stay for a day for open pages', async () => {
  const { run, readSite, first, scripts, siteDirectory } = await openSite();
  const { 'build.json': _, ...kept } = first;
  const countFiles = async () => (await readdir(join(siteDirectory, 'files'))).length;
  await rm(join(scripts, 'a.1.js'));
  await writeFile(join(scripts, 'a.2.js'), 'second');
  expect(await run({}, { code: 'code-2' })).toMatchObject({ rendered: 3 });
  expect(await readSite()).toMatchObject({ ...kept, '_astro/a.2.js': 'second' });

  const dayLater = new Date(noon + 24 * 60 * 60 * 1000 + 1);
  await run({}, { code: 'code-3', now: dayLater });
  expect(await readSite()).not.toHaveProperty(['_astro/a.1.js']);
  // A running answer may still read an unused file.
  const withOld = await countFiles();
  await run({}, { whole: true, now: new Date() });
  expect(await countFiles()).toBeGreaterThanOrEqual(withOld);
  await run({}, { whole: true, now: new Date(Date.now() + 2 * 60 * 60 * 1000) });
  expect(await countFiles()).toBeLessThan(withOld);
});
