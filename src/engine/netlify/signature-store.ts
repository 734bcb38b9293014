import type { Store } from '@netlify/blobs';
import type { SignatureStore } from '../serve/index.ts';

const prefix = 'signatures/';
/** Expired signatures removed per call at most; later calls remove the others. */
const mostRemoved = 200;

/** Stores accepted signatures as keys of Blobs, which need strong consistency. */
export const createSignatureStore = (blobs: Store): SignatureStore => ({
  async add({ value, expiresAt }) {
    const key = `${prefix}${expiresAt}-${value}`;
    return (await blobs.set(key, 'accepted', { onlyIfNew: true })).modified;
  },
});

/** Removes expired signatures. */
export async function removeExpiredSignatures(blobs: Store, now: number): Promise<void> {
  const { blobs: kept } = await blobs.list({ prefix });
  const expired = kept.filter(({ key }) => parseInt(key.slice(prefix.length), 10) <= now);
  await Promise.all(expired.slice(0, mostRemoved).map(({ key }) => blobs.delete(key)));
}
