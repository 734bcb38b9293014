import type { Config } from '../config.ts';
import type { ContentfulAccount } from '../account.ts';
import { prepareDataDirectory } from '../disk/index.ts';

export interface ContentSource {
  /** The configuration, with an account to read. */
  config: Config & { contentful: ContentfulAccount };
  close(): Promise<void>;
}

/** Returns the configured account, else the embedded service with the sample space. @throws {ConfigError} */
export async function openContentSource(config: Config): Promise<ContentSource> {
  await prepareDataDirectory(config.dataDirectory);
  const { contentful } = config;
  if (contentful) return { config: { ...config, contentful }, close: () => Promise.resolve() };

  // Imported here, because the service loads the image library, which a firm's server does without.
  const { startContentService } = await import('./service.ts');
  const { loadSampleSpace } = await import('./sample.ts');
  const sampleSpace = await loadSampleSpace();
  const shown = sampleSpace.entries.length > 0 ? 'the sample content' : 'no content but its own';
  console.log(`No Contentful account is configured: the site shows ${shown}.`);
  const { account, close } = await startContentService({ space: sampleSpace });
  return { config: { ...config, contentful: { ...account, isSample: true } }, close };
}
