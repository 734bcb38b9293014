import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { receiptName } from '../../src/data/routes.ts';
import { renderBuildReceipt } from '../../src/engine/publish/build-receipt.ts';
import { createRead } from '../../src/engine/content/read.ts';

/** Astro integration: writes `build.json` beside the pages. It records which content was built. */
export const buildReceipt = (snapshotDirectory: string): AstroIntegration => ({
  name: 'build-receipt',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const read = createRead(snapshotDirectory);
      const receipt = await renderBuildReceipt(read, randomUUID(), new Date().toISOString());
      await writeFile(new URL(receiptName, dir), receipt);
    },
  },
});
