/** The door of this room for servers and commands. The rules of a lead have their own: `fields.ts`. */
export { createFileStore, prepareOutbox } from './file-store.ts';
export { checkMailServer, createSendMail } from './mail.ts';
export {
  createOutbox,
  leadStates,
  parseLead,
  type Lead,
  type LeadState,
  type LeadStore,
  type NewLeadState,
  type Outbox,
} from './outbox.ts';
