import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../../src/config.ts';
import { parseJson } from '../../src/engine/schemas.ts';
import { accountSchema, type ContentfulAccount } from '../../src/engine/content/index.ts';

export interface ContentSource {
  /** The configuration, with an account to read. */
  config: Config & { contentful: ContentfulAccount };
  close(): Promise<void>;
}

const serviceFile = join(import.meta.dirname, 'process.ts');

/**
 * Returns the configured account. Without an account, starts the embedded service with the sample space, in
 * a separate process, so that its memory does not count as the server's.
 */
export async function openContentSource(config: Config): Promise<ContentSource> {
  const { contentful } = config;
  if (contentful) return { config: { ...config, contentful }, close: () => Promise.resolve() };

  console.log('No Contentful account is configured: the site shows the sample content.');
  const service = spawn(process.execPath, [...process.execArgv, serviceFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  const account = parseJson(accountSchema, await text(service.stdout));
  if (!account) throw new Error('The embedded content service did not start.');
  return {
    config: { ...config, contentful: account },
    close: async () => {
      service.stdin.end();
      await ended;
    },
  };
}
