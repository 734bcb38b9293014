/**
 * Bundles the pages as a function, once for each change of the code
 * (src/engine/publish/render/renderer.ts).
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroAdapter, AstroIntegration } from 'astro';
import type { ContentSource } from '../content-service/content-source.ts';
import { runAstroBuild } from './run-astro.ts';

const root = join(import.meta.dirname, '..', '..');
/** The sources of the bundle, without the sample content and the documents beside the code. */
const sources = [
  'src/**/*',
  'src/pages/.well-known/*',
  'public/**',
  'scripts/astro/*.ts',
  'astro.config.mjs',
  'package-lock.json',
];

const adapter: AstroAdapter = {
  name: 'renderer',
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only the other value is deprecated
  entrypointResolution: 'auto',
  serverEntrypoint: new URL('../../src/engine/publish/render/renderer-entry.ts', import.meta.url),
  // Without static headers Astro would write its own policies into the pages.
  adapterFeatures: { buildOutput: 'server', staticHeaders: true },
  supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
};

/** Astro integration: renders no page at build time; the bundle renders every page. */
export const renderer = (): AstroIntegration => ({
  name: 'renderer',
  hooks: {
    'astro:route:setup': ({ route }) => {
      route.prerender = false;
    },
    'astro:config:done': ({ setAdapter }) => {
      setAdapter(adapter);
    },
  },
});

/** Digest of everything in a project that the bundled pages depend on, except the content. */
export async function digestCode(
  { site, contact, contentful }: ContentSource['config'],
  project = root,
): Promise<string> {
  const sum = createHash('sha256').update(
    JSON.stringify([site, contact.inbox, contentful.showsDrafts, process.version]),
  );
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: project, exclude: ['**/*.md'] })) files.push(file);
  for (const file of files.sort()) {
    const content = await readFile(join(project, file)).catch(() => '');
    sum.update(`\0${file}\0`).update(content);
  }
  return sum.digest('hex').slice(0, 20);
}

/**
 * Bundles the code if it has changed since the last bundle.
 * @param renderers folder that keeps the bundle
 * @param signal ends the bundler
 * @throws {CommandError} when the code cannot be bundled
 */
export async function prepareRenderer(
  config: ContentSource['config'],
  renderers = join(config.dataDirectory, 'renderer'),
  signal?: AbortSignal,
): Promise<{ directory: string; code: string; isNew: boolean }> {
  const code = await digestCode(config);
  const directory = join(renderers, code);
  const isNew = !existsSync(directory);
  if (isNew) {
    const unfinished = join(renderers, `${code}.unfinished`);
    await rm(unfinished, { recursive: true, force: true });
    await runAstroBuild(unfinished, config, { RENDERER: '1' }, signal);
    await rename(unfinished, directory);
  }
  for (const name of await readdir(renderers))
    if (name !== code) await rm(join(renderers, name), { recursive: true, force: true });
  return { directory, code, isNew };
}
