import type { Store } from '@netlify/blobs';
import type { SignatureStore } from '../../server/publish/signature.ts';

const prefix = 'signatures/';
/** Old ones removed at once: the rest has time. */
const mostRemoved = 200;

/** Accepted signatures as keys; needs a store with strong consistency. */
export const createSignatureStore = (blobs: Store): SignatureStore => ({
  async add({ value, expiresAt }) {
    const key = `${prefix}${expiresAt}-${value}`;
    return (await blobs.set(key, 'accepted', { onlyIfNew: true })).modified;
  },
});

/** Removes signatures that are good no more. */
export async function removeExpiredSignatures(blobs: Store, now: number): Promise<void> {
  const { blobs: kept } = await blobs.list({ prefix });
  const expired = kept.filter(({ key }) => parseInt(key.slice(prefix.length), 10) <= now);
  await Promise.all(expired.slice(0, mostRemoved).map(({ key }) => blobs.delete(key)));
}
