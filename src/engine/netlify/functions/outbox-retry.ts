import type { Config } from '@netlify/functions';
import { openOutbox } from '../leads.ts';

/**
 * Milliseconds of work. A scheduled function has 30 seconds, and the last attempt must end within them.
 */
const workLimit = 15_000;

/** Mails the leads that are due. */
export default async function retryOutbox(): Promise<void> {
  const outbox = openOutbox();
  const timer = setTimeout(() => void outbox.stop(), workLimit);
  await outbox.deliverDue();
  clearTimeout(timer);
}

export const config: Config = { schedule: '* * * * *' };
