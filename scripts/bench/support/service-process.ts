/**
 * Runs the embedded content service with many posts in a process of its own, so that a measured time is
 * the site's.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { accountSchema, type ContentfulAccount } from '../../../src/engine/content/index.ts';
import { startContentService, type RawEntry } from '../../content-service/service.ts';
import { createSpace } from './published-site.ts';

const sysSchema = v.looseObject({ id: v.string(), revision: v.number() });

export interface ServiceProcess {
  account: ContentfulAccount;
  /** Id of the process. */
  pid: number;
  /** Publishes an entry and returns its `sys`. */
  publish(entry: RawEntry): Promise<v.InferOutput<typeof sysSchema>>;
  close(): Promise<void>;
}

/** @param posts number of posts beside the sample content */
export async function startServiceProcess(posts: number): Promise<ServiceProcess> {
  const child = fork(fileURLToPath(import.meta.url), [String(posts)], {
    execArgv: ['--max-old-space-size=6000'],
  });
  const receive = async () => {
    const messages: unknown[] = await once(child, 'message');
    return messages[0];
  };
  const account = v.parse(accountSchema, await receive());
  return {
    account,
    pid: child.pid ?? 0,
    async publish(entry) {
      child.send(entry);
      return v.parse(sysSchema, await receive());
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) {
  const service = await startContentService({ space: createSpace(Number(process.argv[2])) });
  const answer = (message: object) => process.send?.(message);
  process.on('message', (entry: RawEntry) => answer(service.publish(entry).sys));
  process.once('disconnect', () => process.exit());
  answer(service.account);
}
