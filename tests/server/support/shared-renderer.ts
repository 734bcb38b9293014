/** Bundles the pages once for all tests that publish, because bundling takes longer than most of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createPublishedSite } from '../../../scripts/bench/support/published-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled pages. */
    renderers: string;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'renderers-'));

export async function setup(project: TestProject): Promise<void> {
  const site = await createPublishedSite(0, folder);
  await site.close();
  project.provide('renderers', folder);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
