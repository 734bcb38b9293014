import { parseConfig } from '../../config.ts';
import { createOutbox, createSendMail, type Outbox } from '../leads/index.ts';
import { openLeads } from './blob-store.ts';
import { log } from './log.ts';

/** Opens this site's outbox. Call this function for each request, like {@link openLeads}. */
export function openOutbox(): Outbox {
  const { contact } = parseConfig(process.env);
  return createOutbox({
    store: openLeads(),
    sendMail: contact.smtpUrl === null ? null : createSendMail(contact, contact.smtpUrl),
    log,
    now: Date.now,
    tick: () => performance.now(),
  });
}
