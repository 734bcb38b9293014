/** Bundles the pages once for all tests that publish, because bundling takes longer than most of them. */
import type { TestProject } from 'vitest/node';
import { createPublishedSite } from '../../../scripts/bench/support/published-site.ts';
import { getRenderers } from '../../support/test-folder.ts';

export async function setup(project: TestProject): Promise<void> {
  const site = await createPublishedSite(0, getRenderers());
  await site.close();
  project.provide('renderers', getRenderers());
}
