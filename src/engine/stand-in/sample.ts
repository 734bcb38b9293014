/** The sample space that the site names: its content until an account is configured. */
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { isRecord } from '../base/schemas.ts';
import { getProjectRoot, loadModule } from '../declare/project.ts';
import { sample } from '../site.ts';
import type { Space } from './space.ts';

const sampleSchema = v.object({
  sampleSpace: v.custom<Space>((space) => isRecord(space) && 'entries' in space, 'no space'),
});

/** Loads the space; an empty one on a site that names none. */
export async function loadSampleSpace(): Promise<Space> {
  if (sample === null) return { entries: [], assets: [] };
  const { sampleSpace } = await loadModule(sample, sampleSchema);
  return sampleSpace;
}

/** Folder of its artwork. */
export const getSampleImages = (): string =>
  join(getProjectRoot(), dirname(sample ?? ''), 'images');
