/** The outbox in Netlify Blobs, one key per lead. */
import { getStore, type Store } from '@netlify/blobs';
import { parseConfig } from '../config.ts';
import {
  createOutbox,
  createSendMail,
  parseLead,
  type LeadState,
  type LeadStore,
  type Outbox,
} from '../leads/index.ts';
import { log } from './endpoint.ts';

/** @param blobs needs strong consistency */
export function createBlobStore(blobs: Store): LeadStore {
  const getKey = (id: string, state: LeadState) => `${state}/${id}`;

  return {
    async read(id, state) {
      const lead: unknown = await blobs.get(getKey(id, state), { type: 'json' });
      return lead === null ? null : parseLead(lead);
    },

    async add(lead, state) {
      const key = getKey(lead.id, state);
      return (await blobs.setJSON(key, lead, { onlyIfNew: true })).modified;
    },

    async list(state) {
      const { blobs: found } = await blobs.list({ prefix: `${state}/` });
      return found.map(({ key }) => key.slice(state.length + 1)).sort();
    },

    async move(lead, from, to) {
      if ((await blobs.getMetadata(getKey(lead.id, from))) === null) return;
      await blobs.setJSON(getKey(lead.id, to), lead);
      if (from !== to) await blobs.delete(getKey(lead.id, from));
    },

    remove: (id, state) => blobs.delete(getKey(id, state)),
  };
}

/** For one mail: shorter than a run of the scheduled function, so that other mails follow one that hangs. */
const mailLimitMs = 12_000;

/** Opens the outbox, anew for each request: Netlify hands out the access to Blobs per request. */
export function openOutbox(): Outbox {
  const { contact } = parseConfig(process.env);
  return createOutbox({
    store: createBlobStore(getStore({ name: 'leads', consistency: 'strong' })),
    sendMail:
      contact.smtpUrl === null ? null : createSendMail(contact, contact.smtpUrl, mailLimitMs),
    keepDays: contact.keepDays,
    log,
    now: Date.now,
    tick: () => performance.now(),
  });
}
