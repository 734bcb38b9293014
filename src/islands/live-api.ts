/** Milliseconds after which loading fails. */
const timeLimit = 20_000;

/**
 * Asks our own API for live content (contract, Endpoints).
 * @param path below `/api/`
 * @returns the answer, in a type of the pages; 'missing' for status 404; 'failed' for any other failure
 */
export async function fetchLive<T>(path: string): Promise<T | 'missing' | 'failed'> {
  try {
    const response = await fetch(`/api/${path}`, { signal: AbortSignal.timeout(timeLimit) });
    if (response.status === 404) return 'missing';
    return response.ok ? ((await response.json()) as T) : 'failed';
  } catch {
    return 'failed';
  }
}
