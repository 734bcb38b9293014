import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Config } from '../../src/config.ts';
import { accountSchema, type ContentfulAccount } from '../../src/engine/content/index.ts';

export interface ContentSource {
  /** The configuration, with an account to read. */
  config: Config & { contentful: ContentfulAccount };
  close(): Promise<void>;
}

/**
 * Starts the embedded service in a separate process, so that its memory and its time do not count as the
 * server's.
 * @param module file that exports a `sampleSpace`; more arguments are for this file
 */
export async function startServiceProcess(module: string, ...more: readonly string[]) {
  const service = fork(join(import.meta.dirname, 'process.ts'), [module, ...more]);
  const ended = once(service, 'exit');
  const receive = async (): Promise<unknown> => {
    const messages: unknown[] = await Promise.race([once(service, 'message'), ended]);
    return messages[0];
  };
  const account = v.safeParse(accountSchema, await receive());
  if (!account.success) throw new Error('The embedded content service did not start.');
  return {
    account: account.output,
    pid: service.pid ?? 0,
    /** Publishes an entry. @returns its `sys` */
    publish: (entry: object) => {
      service.send(entry);
      return receive();
    },
    close: async () => {
      if (service.connected) service.disconnect();
      await ended;
    },
  };
}

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/** Returns the configured account. Without an account, starts the embedded service with the sample space. */
export async function openContentSource(config: Config): Promise<ContentSource> {
  const { contentful } = config;
  if (contentful) return { config: { ...config, contentful }, close: () => Promise.resolve() };

  console.log('No Contentful account is configured: the site shows the sample content.');
  const { account, close } = await startServiceProcess(
    join(import.meta.dirname, 'sample/index.ts'),
  );
  return { config: { ...config, contentful: account }, close };
}
