/** Fetches the files of assets, only from the content service's own hosts. */
import { setTimeout as wait } from 'node:timers/promises';
import { isAssetAddress, type ContentfulAccount } from '../../contentful/account.ts';

const largestFile = 25_000_000; // bytes
const fetchTimeout = 10_000; // milliseconds
/** After `patience` failures in a row, a host gets a `pause` in milliseconds. */
const patience = 3;
const pause = 60_000;

/** The host could not be reached, or was too slow. */
class NoAnswer extends Error {}

class TooLarge extends Error {
  override message = 'it is over 25 MB';
}

async function readBody({ body, headers }: Response): Promise<Buffer> {
  if (Number(headers.get('content-length')) > largestFile) throw new TooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > largestFile) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function fetchOnce(url: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(fetchTimeout);
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
 * Fetches the files of one account, with one retry.
 * @returns a function that throws an error whose message is the reason, as a clause
 */
export function createFetcher(account: Pick<ContentfulAccount, 'host' | 'insecure'>) {
  const silent = new Map<string, { times: number; last: number }>();

  return async (url: string): Promise<Buffer> => {
    if (!isAssetAddress(url, account)) throw new Error('its host is not the content service');
    const { host } = new URL(url);
    for (let attempt = 1; ; attempt++) {
      const { times, last } = silent.get(host) ?? { times: 0, last: 0 };
      if (times >= patience && performance.now() - last < pause)
        throw new NoAnswer('its host does not answer');
      try {
        const file = await fetchOnce(url);
        silent.delete(host);
        return file;
      } catch (error) {
        if (error instanceof NoAnswer)
          silent.set(host, { times: times + 1, last: performance.now() });
        if (attempt === 2) throw error;
        await wait(300);
      }
    }
  };
}
