import type { Config } from '@netlify/functions';
import { openOutbox } from '../outbox.ts';

/** Milliseconds of the 30 seconds that a scheduled function has: the last attempt begun must end, too. */
const workLimit = 15_000;

/** Mails what is due of the leads that wait. */
export default async function retryOutbox(): Promise<void> {
  const outbox = openOutbox();
  const timer = setTimeout(() => void outbox.stop(), workLimit);
  await outbox.deliverDue();
  clearTimeout(timer);
}

export const config: Config = { schedule: '* * * * *' };
