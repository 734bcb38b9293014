/** Checks that the modules are there which the site names, and has the site check its own facts, before anything is built. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from '../base/config-error.ts';
import { getProjectRoot, loadModule } from '../declare/project.ts';
import { checks, doctor, sample, shareImages } from '../site.ts';

const checksSchema = v.object({ check: v.function() });

const modules = { checks, doctor, sample, 'shareImages.drawing': shareImages?.drawing ?? null };
for (const [key, path] of Object.entries(modules))
  if (path !== null && !existsSync(join(getProjectRoot(), path)))
    throw new ConfigError(
      `The site (#site in package.json): '${key}' names no file of the project: ${path}.`,
    );

/** Loaded with this module: a configuration of Astro in TypeScript loads nothing after its end. */
const own = checks === null ? null : await loadModule(checks, checksSchema);

/** Has the site check its own facts. @throws {ConfigError} */
export async function checkProject(): Promise<void> {
  await own?.check();
}
