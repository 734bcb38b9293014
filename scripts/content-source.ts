import type { Config, ContentfulConfig } from '../src/config.ts';

export interface ContentSource {
  /** The configuration with a content service to read. */
  config: Config & { contentful: ContentfulConfig };
  close(): Promise<void>;
}

/** The account of the configuration; without one, the embedded service with the sample space, started here. */
export async function openContentSource(config: Config): Promise<ContentSource> {
  const { contentful } = config;
  if (contentful) return { config: { ...config, contentful }, close: () => Promise.resolve() };

  // Only here: a server with an account needs neither the service nor what it shows.
  const { startContentService } = await import('./content-service.ts');
  const { sampleSpace } = await import('../src/content/sample/index.ts');
  const service = await startContentService({ space: sampleSpace });
  return {
    config: {
      ...config,
      contentful: {
        spaceId: service.spaceId,
        deliveryToken: service.token,
        previewToken: service.previewToken,
        previewHost: service.previewHost,
        showsDrafts: false,
        environment: service.environment,
        host: service.host,
        insecure: true,
      },
    },
    close: () => service.close(),
  };
}
