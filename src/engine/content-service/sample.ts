/** The sample space that the site names: its content until an account is configured. */
import { dirname, join } from 'node:path';
import { getProjectRoot, loadModule } from '../project.ts';
import { sample } from '../site.ts';
import type { Space } from './space.ts';

/** Loads the space; an empty one on a site that names none. */
export async function loadSampleSpace(): Promise<Space> {
  if (sample === null) return { entries: [], assets: [] };
  const { sampleSpace } = (await loadModule(sample)) as { sampleSpace: Space };
  return sampleSpace;
}

/** Folder of its artwork. */
export const getSampleImages = (): string =>
  join(getProjectRoot(), dirname(sample ?? ''), 'images');
