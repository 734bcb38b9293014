/** The project around the engine, and the modules in it that the site names by their paths. */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { ConfigError } from '../base/config-error.ts';

/** Returns the folder of the project whose package.json names the site (`#site`), wherever the engine is in it. */
export function getProjectRoot(): string {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error('The engine is in no project: there is no package.json.');
  return dirname(file);
}

/**
 * Loads a module that only some processes of Node need.
 * @param path from the root of the project
 * @throws {ConfigError} when the module does not export what the schema names
 */
export async function loadModule<T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const module: unknown = await import(
    /* @vite-ignore */ pathToFileURL(join(getProjectRoot(), path)).href
  );
  const { success, output, issues } = v.safeParse(schema, module);
  if (success) return output;
  const name = v.getDotPath(issues[0]) ?? 'default';
  throw new ConfigError(`${path}, which the site names, must export '${name}' (declaration.ts).`);
}
