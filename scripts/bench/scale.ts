/**
 * Measures a full build of 10,000 posts, step by step, beside the same site with its posts in Astro's
 * content collections (promise 15). Both builds start without a cache. Share images have a separate figure,
 * because they are drawn once for each title and kept.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { getSnapshotDirectory } from '../../src/config.ts';
import { getShareCard } from '../../src/documents/share-images/card.ts';
import { drawShareImage } from '../../src/documents/share-images/draw.ts';
import { createPublishedSite } from './support/published-site.ts';
import type { SayStep } from '../command-line/progress.ts';

export const title = 'A full build of 10,000 posts';

const posts = 10_000;
const drawnImages = 60;
const root = join(import.meta.dirname, '..', '..');

/** Runs Node and returns its output, its seconds, and the peak memory of its largest process in MB. */
async function measure(folder: string, args: readonly string[], cwd: string) {
  const peaks = join(folder, 'peaks.txt');
  const recorder = join(folder, 'recorder.mjs');
  await writeFile(peaks, '');
  await writeFile(
    recorder,
    `import { appendFileSync } from 'node:fs';
     process.on('exit', () => appendFileSync(${JSON.stringify(peaks)}, process.resourceUsage().maxRSS + '\\n'));`,
  );
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${pathToFileURL(recorder).href}`,
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode !== 0) throw new Error(`${output}${errors}`.slice(-2000));
  const kilobytes = (await readFile(peaks, 'utf8')).trim().split('\n').map(Number);
  return {
    output,
    seconds: (performance.now() - start) / 1000,
    megabytes: Math.max(...kilobytes) / 1024,
  };
}

/** The posts as Astro's collections: summary and body are separate entries. */
const collections = (snapshot: string) => `
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineCollection } from 'astro:content';
const parse = (name) => JSON.parse(readFileSync(join(${JSON.stringify(snapshot)}, name), 'utf8'));
const load = (list) => defineCollection({ loader: { name: 'snapshot', load: async ({ store }) => {
  for (const [id, data] of list()) store.set({ id, data });
} } });
export const collections = {
  index: load(() => [['index', parse('index.json')]]),
  bodies: load(() => readdirSync(${JSON.stringify(snapshot)}).filter((name) => name.startsWith('body-')).map((name) => [name, parse(name)])),
};
`;
const collectionReads = `
import * as snapshot from './snapshot.ts';
// Astro's configuration reads the content, too, and knows no collections.
const isPage = import.meta.env.SNAPSHOT_DIRECTORY !== undefined;
const get = async (collection, id) => (await (await import('astro:content')).getEntry(collection, id)).data;
export const readIndex = (directory) => isPage ? get('index', 'index') : snapshot.readIndex(directory);
export const readBody = (directory, name) => isPage ? get('bodies', name) : snapshot.readBody(directory, name);
`;

/** Replaces text in a copied file. @throws when the file does not contain the text */
async function replaceIn(file: string, before: string | RegExp, after: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  const changed = source.replace(before, after);
  if (changed === source) throw new Error(`${file} has no ${String(before)}: mend the benchmark.`);
  await writeFile(file, changed);
}

/** Copies this site, with its posts in content collections. */
async function copyWithCollections(folder: string, snapshot: string): Promise<void> {
  for (const name of ['src', 'public', 'scripts', 'astro.config.mjs', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'src', 'content.config.ts'), collections(snapshot));
  await writeFile(join(folder, 'src', 'content', 'collections.js'), collectionReads);
  const read = join(folder, 'src', 'content', 'read.ts');
  await replaceIn(read, /^ {2}(?:readBody|readIndex),\n {2}(?:readBody|readIndex),\n/m, '');
  await replaceIn(
    read,
    '\nimport',
    "\nimport { readBody, readIndex } from './collections.js';\nimport",
  );
}

export async function run(say: SayStep): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  const site = await createPublishedSite(posts);
  try {
    const write = async (name: string, source: string) => {
      await writeFile(join(folder, name), source);
      return join(folder, name);
    };
    const [config, dist] = [site.config, join(folder, 'dist')].map((value) =>
      JSON.stringify(value),
    );
    const importFrom = (project: string, name: string) =>
      JSON.stringify(pathToFileURL(join(project, 'scripts', name)).href);
    const runOurs = await write(
      'ours.ts',
      `import { buildPages } from ${importFrom(root, 'build.ts')};
       await buildPages(${config}, ${dist}, console.log);`,
    );
    say('our build');
    const ours = await measure(folder, [runOurs], root);

    const copy = join(folder, 'collections');
    await copyWithCollections(copy, getSnapshotDirectory(site.config));
    const runTheirs = await write(
      'theirs.ts',
      `import { runAstroBuild } from ${importFrom(copy, 'astro.ts')};
       await runAstroBuild(${dist}, ${config});`,
    );
    const measureTheirs = async () => {
      for (const cache of ['.astro', join('node_modules', '.astro')])
        await rm(join(copy, cache), { recursive: true, force: true });
      return measure(folder, [runTheirs], copy);
    };
    say('the same site with content collections');
    const theirs = await measureTheirs();
    await replaceIn(join(copy, 'astro.config.mjs'), /, concurrency: \d+/, '');
    say('the same, one page at a time');
    const theirsAlone = await measureTheirs();

    say('share images');
    const drawStart = performance.now();
    await Promise.all(
      Array.from({ length: drawnImages }, (_, number) =>
        drawShareImage(getShareCard(`/blog/${number}`, `Post number ${number} of many more`)),
      ),
    );
    const eachImage = (performance.now() - drawStart) / drawnImages;

    return [
      ...ours.output
        .trim()
        .split('\n')
        .filter((line) => !/: \d+ of \d+$/.test(line))
        .map((line) => `  ${line}`),
      `Ours: ${ours.seconds.toFixed(0)} s, ${ours.megabytes.toFixed(0)} MB in the largest process (promised: under 1,500 MB)`,
      `The same site by Astro's collections: ${theirs.seconds.toFixed(0)} s, ${theirs.megabytes.toFixed(0)} MB`,
      `The same, one page at a time as Astro does it by itself: ${theirsAlone.seconds.toFixed(0)} s, ${theirsAlone.megabytes.toFixed(0)} MB`,
      'To compare: "Pages" and theirs. They have the content as we read it, and no search index.',
      `Share images, once for each new title: ${eachImage.toFixed(0)} ms`,
    ];
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}
