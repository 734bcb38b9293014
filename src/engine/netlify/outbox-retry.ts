/** The scheduled function that mails the leads that are due. */
import { openOutbox } from './leads.ts';

/** A scheduled function has 30 seconds, and the last attempt must end within them. */
const workLimitMs = 15_000;

export const createOutboxRetry = () => async (): Promise<void> => {
  const outbox = openOutbox();
  const timer = setTimeout(() => void outbox.stop(), workLimitMs);
  await outbox.deliverDue();
  clearTimeout(timer);
};
