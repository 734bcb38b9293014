import type { Config } from '@netlify/functions';
import { openOutbox } from '../leads.ts';

/** A scheduled function has 30 seconds, and the last attempt must end within them. */
const workLimitMs = 15_000;

/** Mails the leads that are due. */
export default async function retryOutbox(): Promise<void> {
  const outbox = openOutbox();
  const timer = setTimeout(() => void outbox.stop(), workLimitMs);
  await outbox.deliverDue();
  clearTimeout(timer);
}

export const config: Config = { schedule: '* * * * *' };
