/** Fetches the files of assets, only from the content service's own hosts. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { describeDiskError } from '../../disk/index.ts';
import { isAssetAddress, type ContentfulAccount } from '../contentful/account.ts';

/** A photo of 200 megapixels has about 45 MB. */
export const largestFileBytes = 64_000_000;
const fetchTimeoutMs = 10_000;
/** After so many failures in a row nothing is fetched during a pause. */
const mostFailures = 3;
const pauseMs = 60_000;

/** The host could not be reached, or was too slow. */
class NoAnswer extends Error {}
/** The content service may have a smaller version. */
export class TooLarge extends Error {}

/** Keeps a file on the disk: several in memory would be hundreds of megabytes. */
async function saveBody({ body }: Response, path: string): Promise<void> {
  async function* readBounded() {
    let size = 0;
    for await (const chunk of body ?? []) {
      if ((size += chunk.length) > largestFileBytes) throw new TooLarge('it is over 64 MB');
      yield chunk;
    }
  }
  await pipeline(readBounded, createWriteStream(path));
}

async function fetchOnce(url: string, path: string): Promise<void> {
  const signal = AbortSignal.timeout(fetchTimeoutMs);
  const response = await fetch(url, { signal, redirect: 'manual' }).catch(() => {
    throw new NoAnswer('its host does not answer');
  });
  if (response.status >= 300 && response.status < 400)
    throw new Error('its host sends to another address');
  if (!response.ok) throw new Error(`its host answered with status ${response.status}`);
  await saveBody(response, path).catch((error: unknown) => {
    const isOurs = error instanceof TooLarge || describeDiskError(error) !== null;
    throw isOurs ? error : new NoAnswer('its host did not send all of it');
  });
}

/**
 * Fetches the files of one account.
 * @returns a function that writes a file to a path, or throws an error whose message is the reason, as a clause
 */
export function createFetcher(account: Pick<ContentfulAccount, 'host' | 'insecure'>) {
  let failures = 0;
  let lastFailure = 0;

  return async (url: string, path: string): Promise<void> => {
    if (!isAssetAddress(url, account)) throw new Error('its host is not the content service');
    if (failures >= mostFailures && performance.now() - lastFailure < pauseMs)
      throw new NoAnswer('its host does not answer');
    try {
      await fetchOnce(url, path);
      failures = 0;
    } catch (error) {
      if (error instanceof NoAnswer) {
        failures += 1;
        lastFailure = performance.now();
      }
      throw error;
    }
  };
}
