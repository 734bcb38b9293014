/** Fetches the files of assets, only from the content service's own hosts. */
import { isAssetAddress, type ContentfulAccount } from '../contentful/account.ts';

const largestFileBytes = 25_000_000;
const fetchTimeoutMs = 10_000;
/** After so many failures in a row nothing is fetched during a pause. */
const mostFailures = 3;
const pauseMs = 60_000;

/** The host could not be reached, or was too slow. */
class NoAnswer extends Error {}
class TooLarge extends Error {}

async function readBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    if ((size += chunk.length) > largestFileBytes) throw new TooLarge('it is over 25 MB');
  }
  return Buffer.concat(chunks);
}

async function fetchOnce(url: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(fetchTimeoutMs);
  const response = await fetch(url, { signal, redirect: 'manual' }).catch(() => {
    throw new NoAnswer('its host does not answer');
  });
  if (response.status >= 300 && response.status < 400)
    throw new Error('its host sends to another address');
  if (!response.ok) throw new Error(`its host answered with status ${response.status}`);
  return readBody(response).catch((error: unknown) => {
    throw error instanceof TooLarge ? error : new NoAnswer('its host did not send all of it');
  });
}

/**
 * Fetches the files of one account.
 * @returns a function that throws an error whose message is the reason, as a clause
 */
export function createFetcher(account: Pick<ContentfulAccount, 'host' | 'insecure'>) {
  let failures = 0;
  let lastFailure = 0;

  return async (url: string): Promise<Buffer> => {
    if (!isAssetAddress(url, account)) throw new Error('its host is not the content service');
    if (failures >= mostFailures && performance.now() - lastFailure < pauseMs)
      throw new NoAnswer('its host does not answer');
    try {
      const file = await fetchOnce(url);
      failures = 0;
      return file;
    } catch (error) {
      if (error instanceof NoAnswer) {
        failures += 1;
        lastFailure = performance.now();
      }
      throw error;
    }
  };
}
