/** Clients remembered, so that a flood from many addresses cannot fill the memory. */
const mostClients = 10_000;

/** Returns the 8 groups of an IPv6 address; null for another address. */
function parseIPv6(address: string): number[] | null {
  // A URL writes every form of an address in one way, without dots.
  const url = URL.parse(`http://[${address.replace(/%.*$/, '')}]`);
  if (!url) return null;
  const [head = [], tail = []] = url.hostname
    .slice(1, -1)
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => parseInt(group, 16))));
  return [...head, ...Array<number>(Math.max(0, 8 - head.length - tail.length)).fill(0), ...tail];
}

/** Returns the key of one client: an IPv4 address, or the /64 that one IPv6 customer gets. */
export function getClientKey(address: string): string {
  const groups = parseIPv6(address);
  if (!groups) return address;
  const [, , , , , marker, high = 0, low = 0] = groups;
  const isMapped = marker === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : groups.slice(0, 4).join(':');
}

/** Counts accepted requests per client, in memory. @param now monotonic clock in milliseconds */
export function createRateLimit(now: () => number, limit = 30, windowMs = 10 * 60_000) {
  const accepted = new Map<string, number[]>();
  const getRecent = (key: string) =>
    (accepted.get(key) ?? []).filter((time) => time > now() - windowMs);

  return {
    /** Counts one request. @returns takes the count back; null when the client has reached the limit */
    take(key: string): (() => void) | null {
      const recent = getRecent(key);
      if (recent.length >= limit) return null;
      // Deleted first, so that the map stays in order of last use.
      accepted.delete(key);
      accepted.set(key, [...recent, now()]);
      const [oldest] = accepted.keys();
      if (accepted.size > mostClients && oldest !== undefined) accepted.delete(oldest);
      return () => void accepted.set(key, getRecent(key).slice(0, -1));
    },
    /** Whole seconds until the client may send again. */
    getWait(key: string): number {
      const [oldest = now()] = getRecent(key);
      return Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;
