/** The project around the engine, and the modules in it that the site names by their paths. */
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns the folder of the project whose package.json names the site (`#site`), wherever the engine is in it. */
export function getProjectRoot(): string {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error('The engine is in no project: there is no package.json.');
  return dirname(file);
}

/** Loads a module that only some processes of Node need. @param path from the root of the project */
export const loadModule = async (path: string): Promise<unknown> =>
  import(pathToFileURL(join(getProjectRoot(), path)).href);
