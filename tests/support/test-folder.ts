import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for all that a run writes, so that no test removes its files: this does it at the end. */
export function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env.TMPDIR = folder;
  // A process that ends late may write into the folder during the removal, so the removal tries again.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20 });
}

/** The folder that all projects of a run share: named in TEST_SITE by `npm test`, and by who wants to keep the site. */
export const getTestFolder = () => (process.env.TEST_SITE ??= mkdtempSync(join(tmpdir(), 'site-')));
