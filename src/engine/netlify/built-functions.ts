/**
 * Functions for https://docs.netlify.com/build/frameworks/frameworks-api/: those that the site needs. What the build has
 * read is written into them, so that none has to ask.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Config } from '../config.ts';
import { getSnapshotDirectory } from '../account.ts';
import { createRead } from '../content/read.ts';
import { makeDoor } from '../endpoints/index.ts';
import type { Leads } from '../declare/declaration.ts';
import { leads } from '../site.ts';
import type { BuiltForCheck } from './build-check.ts';
import type { BuiltForHealth } from './health.ts';

const engine = join(import.meta.dirname, '..');

/** Whether a site has items that may be newer than its build: nobody publishes in the sample. */
export const hasLivePages = (config: Config): boolean =>
  config.site.isOnNetlify && config.contentful !== null && !config.contentful.isSample;

interface BuiltFunction {
  /** The function of ours that makes the one for Netlify, and its file in the engine. */
  create: string;
  from: string;
  /** What the build knows, for a function that asks. */
  built?: object;
  /** Netlify reads this without running the file: literals only. */
  config?: string;
}

/** Names a file as another one imports it. */
const toImport = (file: string, imported: string) =>
  relative(dirname(file), imported).split(sep).join('/');

async function writeFunction(
  file: string,
  { create, from, built, config }: BuiltFunction,
): Promise<void> {
  const lines = [
    `import { ${create} } from '${toImport(file, join(engine, from))}';`,
    `export default ${create}(${built ? JSON.stringify(built) : ''});`,
    ...(config === undefined ? [] : [`export const config = ${config};`]),
  ];
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${lines.join('\n')}\n`);
}

/** The folder of the bundle of live-entry.ts, beside that of the other functions. */
export const liveFolder = 'live-items';

/** Leads from an address that a person or a program has changed to the page that is meant. */
const writeTidyAddress = (directory: string): Promise<void> =>
  writeFunction(join(directory, 'tidy-address.ts'), {
    create: 'createTidyAddress',
    from: 'netlify/tidy-address.ts',
    // Only where there may be something to take away. The names of hashed files have capitals.
    config: `{
  method: ['GET', 'HEAD'],
  pattern: "^/(.*[A-Z].*|.*[.]html|.*[.,:;!?')}>\\\\]]|.*%..)$",
  excludedPattern: '^/(_astro|media|share|[.]netlify)/.*$',
  onError: 'bypass',
}`,
  });

/** Asks for the secret in front of a deploy with drafts. Other deploys are public. */
export async function writeGuard(
  config: Pick<Config, 'preview' | 'site' | 'contentful'>,
  directory: string,
): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  const door = config.contentful?.showsDrafts ? makeDoor(config) : null;
  if (!door) return;
  // At the edge, which every plan of Netlify includes.
  await writeFunction(join(directory, 'draft-access.ts'), {
    create: 'createGuard',
    from: 'netlify/draft-access.ts',
    built: door,
    // More requests than an editor makes, of all instances together. Wrong secrets are counted by each instance.
    config: `{
  path: '/*',
  rateLimit: { windowLimit: 1200, windowSize: 180, aggregateBy: ['ip', 'domain'] },
}`,
  });
}

/** Writes the functions that take leads and mail them. */
async function writeLeadFunctions({ path }: Leads, directory: string): Promise<void> {
  await writeFunction(join(directory, 'contact.ts'), {
    create: 'createContact',
    from: 'netlify/contact.ts',
    // Without a method the function would hide the page. `aggregateBy` as a text is ignored, and one flood would lock everybody out:
    // https://github.com/netlify/build/blob/main/packages/zip-it-and-ship-it/src/rate_limit.ts
    config: `{
  path: ['${path}', '${path}/'],
  method: ['POST'],
  rateLimit: { windowLimit: 30, windowSize: 180, aggregateBy: ['ip', 'domain'] },
}`,
  });
  await writeFunction(join(directory, 'outbox-retry.ts'), {
    create: 'createOutboxRetry',
    from: 'netlify/outbox-retry.ts',
    config: "{ schedule: '* * * * *' }",
  });
}

/** Writes the functions of a build. @param folder `.netlify` */
export async function writeBuiltFunctions(config: Config, folder: string): Promise<void> {
  const directory = join(folder, 'v1');
  const functions = join(directory, 'functions');
  // Those of the last build know another one.
  await rm(functions, { recursive: true, force: true });
  const read = createRead(getSnapshotDirectory(config));
  const overview = await read({ type: 'overview' }).finally(read.close);
  const { version, pulledAt, readUpTo, nextDue } = overview;

  const ofHealth: BuiltForHealth = { version, pulledAt };
  await writeFunction(join(functions, 'health.ts'), {
    create: 'createHealth',
    from: 'netlify/health.ts',
    built: ofHealth,
    // An open page of a draft preview asks every two seconds.
    config: `{
  path: '/api/health',
  method: ['GET'],
  rateLimit: { windowLimit: ${config.contentful?.showsDrafts ? 600 : 60}, windowSize: 60, aggregateBy: ['ip', 'domain'] },
}`,
  });
  const ofCheck: BuiltForCheck = { version, readUpTo, nextDue };
  await writeFunction(join(functions, 'build-check.ts'), {
    create: 'createBuildCheck',
    from: 'netlify/build-check.ts',
    built: ofCheck,
    config: "{ schedule: '*/5 * * * *' }",
  });
  if (leads) await writeLeadFunctions(leads, functions);
  if (hasLivePages(config))
    await writeFile(
      join(functions, 'live-page.mjs'),
      `export { default } from '../../${liveFolder}/entry.mjs';\n`,
    );
  const edgeFunctions = join(directory, 'edge-functions');
  await writeGuard(config, edgeFunctions);
  await writeTidyAddress(edgeFunctions);
}
