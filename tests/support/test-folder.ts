import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for all that a run writes, so that no test removes its files: this does it at the end. */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Returns the folder that all projects of a run share. `npm test` names the folder in TEST_SITE, as does who wants
 * to keep the built site; otherwise each run has a new one.
 */
export const getTestFolder = () => (process.env.TEST_SITE ??= mkdtempSync(join(tmpdir(), 'site-')));
