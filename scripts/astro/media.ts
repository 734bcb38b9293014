import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import sirv from 'sirv';
import * as v from 'valibot';
import { getSnapshotDirectory, type Config } from '../../src/config.ts';
import { layOut } from './lay-out.ts';
import { openSnapshotForReading } from '../../src/engine/content/index.ts';

/** File names under `/media/` that the snapshot's texts mention. An editor's own link may be among them. */
function findNames(snapshotDirectory: string): Set<string> {
  const names = new Set<string>();
  const snapshot = openSnapshotForReading(snapshotDirectory);
  const row = v.object({ text: v.string() });
  const texts = snapshot?.select(
    `SELECT summary AS text FROM record WHERE summary LIKE '%/media/%'
    UNION ALL SELECT content FROM body WHERE content LIKE '%/media/%'`,
    row,
  );
  for (const { text } of texts?.() ?? [])
    for (const [, name] of text.matchAll(/\/media\/([\w-]+\.\w+)/g)) if (name) names.add(name);
  snapshot?.close();
  return names;
}

/** Copies the files that the snapshot names from `DATA_DIR/media` into a folder of the built site. */
export async function copyMedia(config: Config, target: string): Promise<void> {
  const source = join(config.dataDirectory, 'media');
  const names = findNames(getSnapshotDirectory(config));
  const files = await readdir(source).catch(() => []);
  await mkdir(target, { recursive: true });
  layOut(
    files.flatMap((name) => (names.has(name) ? [[name, join(source, name)] as const] : [])),
    target,
  );
}

/**
 * Astro integration: serves the images of the last pull as `/media/…`, in the built site and in `astro
 * dev`.
 */
export const media = (config: Config): AstroIntegration => ({
  name: 'media',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use('/media', sirv(join(config.dataDirectory, 'media'), { dev: true }));
    },
    'astro:build:done': ({ dir }) => copyMedia(config, fileURLToPath(new URL('media/', dir))),
  },
});
