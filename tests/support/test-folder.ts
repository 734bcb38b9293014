import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled pages. */
    renderers: string;
  }
}

/**
 * Returns the folder that all projects of a run share. `npm test` names the folder in TEST_SITE; otherwise
 * each run has a new one, which ends with the process.
 */
export function getTestFolder(): string {
  if (!process.env.TEST_SITE) {
    const folder = mkdtempSync(join(tmpdir(), 'site-'));
    process.once('exit', () => {
      rmSync(folder, { recursive: true, force: true });
    });
    process.env.TEST_SITE = folder;
  }
  return process.env.TEST_SITE;
}

/** `DATA_DIR` of the site that the tests build: its bundled pages serve all tests. */
export const getDataFolder = () => join(getTestFolder(), 'data');

export const getRenderers = () => join(getDataFolder(), 'renderer');
