import { getBuildDirectory } from '../../scripts/build.ts';
import type { ContentSource } from '../../scripts/content-service/content-source.ts';
import { layOut, prepare, publishWhileBundling } from '../../src/engine/publish/index.ts';

/** Builds a site as `npm run build` does, without search index, sitemap and share images. */
export async function buildPages(
  config: ContentSource['config'],
  distDirectory: string,
): Promise<void> {
  const folders = { config, siteDirectory: getBuildDirectory(config) };
  await publishWhileBundling(folders, (signal) => prepare(config, { signal }));
  await layOut(folders, distDirectory);
}
