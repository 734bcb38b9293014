import { accountSchema } from '#engine/account.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';

/** Starts many-posts.ts, so that the service's time does not count as the site's. */
export async function startServiceProcess(posts: number) {
  const service = fork(join(import.meta.dirname, 'many-posts.ts'), [String(posts)]);
  const ended = once(service, 'exit');
  const receive = async (): Promise<unknown> => {
    const messages: unknown[] = await Promise.race([once(service, 'message'), ended]);
    return messages[0];
  };
  return {
    account: v.parse(accountSchema, await receive()),
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
