/** Says in headers what may be remembered: Astro's own `CDN-Cache-Control` and `Cache-Tag` (RFC 9213). */
import type { CacheProviderFactory } from 'astro';

const createProvider: CacheProviderFactory = () => ({
  name: 'headers',
  invalidate: () => Promise.reject(new Error('A publish changes the tag; nothing else is purged.')),
});

// Astro takes the default export.
// oxlint-disable-next-line import/no-default-export
export default createProvider;
