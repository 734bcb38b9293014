/** The outbox as Netlify Blobs, one key per lead; needs a store with strong consistency. */
import type { Store } from '@netlify/blobs';
import { parseLead, type LeadState, type LeadStore } from '../../server/contact/outbox.ts';

export function createBlobStore(blobs: Store): LeadStore {
  const getKey = (id: string, state: LeadState) => `${state}/${id}`;

  return {
    async add(lead) {
      const key = getKey(lead.id, 'waiting');
      return (await blobs.setJSON(key, lead, { onlyIfNew: true })).modified;
    },

    async read(id, state) {
      const lead: unknown = await blobs.get(getKey(id, state), { type: 'json' });
      return lead === null ? null : parseLead(lead);
    },

    async list(state) {
      const { blobs: found } = await blobs.list({ prefix: `${state}/` });
      return found.map(({ key }) => key.slice(state.length + 1)).sort();
    },

    async move(lead, from, to) {
      await blobs.setJSON(getKey(lead.id, to), lead);
      if (from !== to) await blobs.delete(getKey(lead.id, from));
    },
  };
}
