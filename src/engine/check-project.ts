/** Has the site check its own facts, before anything is built of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './config-error.ts';
import { getProjectRoot, loadModule } from './project.ts';
import { checks, doctor, sample, shareImages } from './site.ts';

const checksSchema = v.object({ check: v.function() });

/** Checks that the modules are there which the site names, and what the site itself checks. @throws {ConfigError} */
export async function checkProject(): Promise<void> {
  const modules = { checks, doctor, sample, 'shareImages.drawing': shareImages?.drawing ?? null };
  for (const [key, path] of Object.entries(modules))
    if (path !== null && !existsSync(join(getProjectRoot(), path)))
      throw new ConfigError(
        `The site (#site in package.json): '${key}' names no file of the project: ${path}.`,
      );
  if (checks !== null) await (await loadModule(checks, checksSchema)).check();
}
