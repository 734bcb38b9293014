import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../../src/config.ts';
import { hasKey } from '../../src/rules/unknown.ts';
import type { ContentfulAccount } from '../../src/content/contentful/account.ts';

export interface ContentSource {
  /** The configuration with a content service to read. */
  config: Config & { contentful: ContentfulAccount };
  close(): Promise<void>;
}

const serviceFile = join(import.meta.dirname, 'process.ts');

// Written by that file, which is ours.
const isAccount = (value: unknown): value is ContentfulAccount => hasKey(value, 'spaceId');

/**
 * The account of the configuration; without one, the embedded service with the sample space. That is a
 * process of its own, as the real one is elsewhere: its memory is none of the server's.
 */
export async function openContentSource(config: Config): Promise<ContentSource> {
  const { contentful } = config;
  if (contentful) return { config: { ...config, contentful }, close: () => Promise.resolve() };

  const service = spawn(process.execPath, [...process.execArgv, serviceFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(service, 'close');
  const account: unknown = JSON.parse((await text(service.stdout)) || 'null');
  if (!isAccount(account)) throw new Error('The embedded content service did not start.');
  return {
    config: { ...config, contentful: account },
    close: async () => {
      service.stdin.end();
      await ended;
    },
  };
}
