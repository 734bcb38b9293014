/** Bundles the pages for the origin (server.ts), once for each change of the code. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getPageSettings, withoutSettings, type Config } from '../config.ts';
import type { ContentfulAccount } from '../account.ts';
import { digest, isShortage, listFiles, writeFile } from '../disk/index.ts';
import { TaskError } from '../processes/index.ts';
import { getProjectRoot } from '../declare/project.ts';
import { compressText, compressWithGzip } from './compress.ts';

const root = getProjectRoot();
/** Documents beside the code. Other Markdown may be content of Astro's own. */
const documents = ['**/README.md', 'src/engine/**/*.md'];
/** The sources of the bundle. */
const sources = [
  'src/**/*',
  'src/pages/.well-known/*',
  'public/**',
  // Configurations and locked versions.
  '*.{js,cjs,mjs,ts,mts,json,yaml,lock}',
  '.env.{local,production,production.local}',
];

type SourceConfig = Config & { contentful: ContentfulAccount };

/** The bundled pages of one code. */
export interface Bundle {
  directory: string;
  /** Digest of the code. */
  code: string;
}

interface PrepareOptions {
  /** Folder of the bundles; by default that of `DATA_DIR`. */
  bundles?: string | undefined;
  /** Aborting ends the bundler. */
  signal?: AbortSignal | undefined;
}

interface AstroOptions {
  /** Where the output goes; by default to this process, to be read. */
  output?: 'inherit' | 'pipe';
  /** Bundles the pages for the origin instead of writing them. */
  isForNode?: boolean;
  /** Aborting ends the process. */
  signal?: AbortSignal | undefined;
}

/** Whether Astro was started to bundle the pages for the origin, instead of writing them. */
export const isForNode = (): boolean => process.env.BUILD_FOR === 'node';

/** The configuration for Astro, which needs no credential of the content service, of its webhook and of mail. */
const getBuildConfig = (config: SourceConfig): SourceConfig => ({
  ...config,
  webhookSecret: null,
  contact: { ...config.contact, smtpUrl: null },
  contentful: { ...config.contentful, deliveryToken: '', previewToken: null },
});

/** Runs Astro's command line in a process of its own, with this configuration in place of the environment. */
export function spawnAstro(
  args: readonly string[],
  config: SourceConfig,
  { output = 'pipe', isForNode: isOrigin = false, signal }: AstroOptions = {},
): ChildProcess {
  // Astro writes the path between apostrophes into its own code.
  if (/[#?']/.test(root))
    throw new TaskError(
      'site',
      `The bundler cannot work in ${root}: rename the folder so that its path has no #, no ? and no apostrophe.`,
    );
  const endWithParent = new URL('../processes/end-with-parent.ts', import.meta.url).href;
  const command = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  return spawn(process.execPath, [`--import=${endWithParent}`, command, ...args], {
    cwd: root,
    stdio: ['pipe', output, output, 'ipc'],
    ...(signal && { signal, killSignal: 'SIGKILL' }),
    env: {
      ...withoutSettings(process.env),
      NETLIFY_BLOBS_CONTEXT: process.env.NETLIFY_BLOBS_CONTEXT,
      NODE_ENV: undefined, // with a test runner's value, React would be built for development
      ASTRO_TELEMETRY_DISABLED: '1',
      BUILD_CONFIG: JSON.stringify(getBuildConfig(config)),
      ...(isOrigin && { BUILD_FOR: 'node' }),
    },
  });
}

/** Replaces a folder by the site of `astro build`, which writes pages once `content` is read. @returns its warnings @throws {TaskError} with Astro's message */
export async function runAstroBuild(
  directory: string,
  config: SourceConfig,
  { content = Promise.resolve(), ...options }: AstroOptions & { content?: Promise<unknown> } = {},
): Promise<string[]> {
  const astro = spawnAstro(['build', '--outDir', directory], config, options);
  // prerender-entry.ts waits for the end of its input.
  content.then(
    () => astro.stdin?.end(),
    () => astro.kill(),
  );
  if (!astro.stdout || !astro.stderr) throw new Error('The build has no output to read.');
  const [output, errors] = await Promise.all([
    text(astro.stdout),
    text(astro.stderr),
    once(astro, 'close'),
  ]);
  if (astro.exitCode !== 0)
    throw new TaskError(
      'site',
      `${output}${errors}\nThe pages could not be built; the reason is above.`,
    );
  // Two threads make pages, and each warns once.
  return [...new Set(errors.split('\n').filter((line) => line.startsWith('warning: ')))];
}

/** Digest of files by their names and contents. A folder has no content. */
async function digestFiles(directory: string, names: readonly string[]): Promise<string> {
  const digests: string[] = [];
  // One after the other, because each takes a descriptor.
  for (const name of names.toSorted()) {
    const content = await readFile(join(directory, name)).catch((error: unknown) => {
      if (isShortage(error)) throw error;
      return '';
    });
    digests.push(name + digest(content));
  }
  return digest(digests.join());
}

/** Digest of everything in a project that the bundled pages depend on, except the content. */
export async function digestCode(config: SourceConfig, project = root): Promise<string> {
  const files = globSync(sources, { cwd: project, exclude: documents });
  // Astro writes these into the code.
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('PUBLIC_'));
  const settings = JSON.stringify([
    config.site,
    getPageSettings(config),
    process.version,
    variables.sort(),
  ]);
  return digest(settings + (await digestFiles(project, files)));
}

const sealName = 'seal';

/** Digest of the files of a bundle, which is kept as its seal. */
async function digestBundle(directory: string): Promise<string> {
  const files = await listFiles(directory);
  const names = files.flatMap(([name]) => (name === sealName ? [] : [name]));
  return digestFiles(directory, names);
}

/** Writes the seal of a bundle that is whole. */
export const sealBundle = async (directory: string): Promise<void> =>
  writeFile(directory, sealName, await digestBundle(directory));

/** Whether a folder has all files of a bundle, as they were written. */
export async function isWholeBundle(directory: string): Promise<boolean> {
  const seal = await readFile(join(directory, sealName), 'utf8').catch(() => null);
  return seal !== null && seal === (await digestBundle(directory));
}

const texts = /\.(?:html|js|css|svg|txt|json|xml|webmanifest)$/;

/** Puts compressed files beside the texts that browsers load (front/files.ts). */
async function compressTexts(client: string): Promise<void> {
  for (const [name, path] of await listFiles(client)) {
    if (!texts.test(name)) continue;
    const bytes = await readFile(path);
    await writeFile(dirname(path), `${basename(path)}.br`, await compressText(bytes, 'best'));
    await writeFile(dirname(path), `${basename(path)}.gz`, await compressWithGzip(bytes));
  }
}

const getBundles = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) =>
  join(dataDirectory, 'renderer');

/** Names the bundles in a folder, the newest first. One that another process is just making has a dot. */
async function listBundles(bundles: string): Promise<string[]> {
  const names = await readdir(bundles).catch(() => []);
  const made = names.filter((name) => !name.includes('.'));
  const times = new Map<string, number>();
  for (const name of made) times.set(name, (await stat(join(bundles, name))).mtimeMs);
  return made.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}

/** Finds the whole bundles of `DATA_DIR` that may be served at once: that of the code first, then the newest. */
export async function findBundles(config: SourceConfig): Promise<Bundle[]> {
  const bundles = getBundles(config);
  const code = await digestCode(config);
  const names = await listBundles(bundles);
  const found: Bundle[] = [];
  for (const name of new Set([...names.filter((one) => one === code), ...names])) {
    const directory = join(bundles, name);
    if (await isWholeBundle(directory)) found.push({ directory, code: name });
  }
  return found;
}

/** Whether a bundle is the unfinished one of a process that has ended, or of this one, which makes none now. */
function isLeftBehind(name: string): boolean {
  const [, pid] = /\.(\d+)$/.exec(name) ?? [];
  if (pid === undefined) return false;
  try {
    return Number(pid) === process.pid || !process.kill(Number(pid), 0);
  } catch {
    return true;
  }
}

/** The last bundle stays: its scripts and styles are those of pages that are open. */
const keptBundles = 2;

async function removeOldBundles(bundles: string, code: string): Promise<void> {
  const others = (await listBundles(bundles)).filter((name) => name !== code);
  const left = (await readdir(bundles)).filter(isLeftBehind);
  for (const name of [...others.slice(keptBundles - 1), ...left])
    await rm(join(bundles, name), { recursive: true, force: true, maxRetries: 3 });
}

/** Bundles the code if it has changed, or the bundle is damaged. @throws {TaskError} when it cannot be bundled */
export async function prepareBundle(
  config: SourceConfig,
  { bundles = getBundles(config), signal }: PrepareOptions = {},
): Promise<Bundle & { isNew: boolean }> {
  const code = await digestCode(config);
  const directory = join(bundles, code);
  const isNew = !(await isWholeBundle(directory));
  await mkdir(bundles, { recursive: true });
  if (isNew) {
    const unfinished = join(bundles, `${code}.${process.pid}`);
    await rm(unfinished, { recursive: true, force: true });
    await runAstroBuild(unfinished, config, { isForNode: true, signal });
    // In a folder whose name has a percent sign Astro does not find the fonts, and leaves them here.
    const fonts = join(unfinished, 'server', '_astro');
    if (existsSync(fonts))
      await cp(fonts, join(unfinished, 'client', '_astro'), { recursive: true });
    await compressTexts(join(unfinished, 'client'));
    await sealBundle(unfinished);
    // Another process may have bundled the same code meanwhile.
    if (!(await isWholeBundle(directory))) {
      await rm(directory, { recursive: true, force: true });
      await rename(unfinished, directory);
    }
  }
  await removeOldBundles(bundles, code);
  return { directory, code, isNew };
}
