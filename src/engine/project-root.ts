import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** Returns the folder of the project whose package.json names the site (`#site`), wherever the engine is in it. */
export function getProjectRoot(): string {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error('The engine is in no project: there is no package.json.');
  return dirname(file);
}
