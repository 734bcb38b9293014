/** Fetches the files of assets, only from the content service's own hosts. */
import type { ContentfulAccount } from '../../config.ts';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { describeDiskError } from '../../disk/index.ts';
import { isAssetAddress } from '../contentful/account.ts';

/** A photo of 200 megapixels has about 45 MB. */
export const largestFileBytes = 64_000_000;
const fetchTimeoutMs = 10_000;
/** After so many failures in a row nothing is fetched during a pause. */
const mostFailures = 3;
const pauseMs = 60_000;

/** The host could not be reached, or was too slow. */
class NoAnswer extends Error {}
export class TooLarge extends Error {}

/** Writes a body to the disk: in memory several would be hundreds of megabytes. */
async function saveBody({ body }: Response, path: string): Promise<number> {
  let size = 0;
  async function* readBounded() {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > largestFileBytes) throw new TooLarge('it is over 64 MB');
      yield chunk;
    }
  }
  await pipeline(readBounded, createWriteStream(path));
  return size;
}

async function fetchOnce(url: string, path: string): Promise<number> {
  const signal = AbortSignal.timeout(fetchTimeoutMs);
  const response = await fetch(url, { signal, redirect: 'manual' }).catch(() => {
    throw new NoAnswer('its host does not answer');
  });
  if (response.status >= 300 && response.status < 400)
    throw new Error('its host sends to another address');
  if (!response.ok) throw new Error(`its host answered with status ${response.status}`);
  const size = await saveBody(response, path).catch((error: unknown) => {
    const isOurs = error instanceof TooLarge || describeDiskError(error) !== null;
    throw isOurs ? error : new NoAnswer('its host did not send all of it');
  });
  if (size === 0) throw new Error('it is empty');
  return size;
}

/** @returns writes a file to a path, and resolves to its bytes; the message of its errors is a clause */
export function createFetcher(account: Pick<ContentfulAccount, 'host' | 'insecure'>) {
  let failures = 0;
  let lastFailure = 0;

  return async (url: string, path: string): Promise<number> => {
    if (new URL(url).host.endsWith('.secure.ctfassets.net')) throw new Error('it is embargoed');
    if (!isAssetAddress(url, account)) throw new Error('its host is not the content service');
    if (failures >= mostFailures && performance.now() - lastFailure < pauseMs)
      throw new NoAnswer('its host does not answer');
    try {
      const size = await fetchOnce(url, path);
      failures = 0;
      return size;
    } catch (error) {
      if (error instanceof NoAnswer) {
        failures += 1;
        lastFailure = performance.now();
      }
      throw error;
    }
  };
}
