/** Says in headers what may be stored: `Cache-Tag`, and `CDN-Cache-Control` (https://www.rfc-editor.org/rfc/rfc9213). */
import type { CacheProviderFactory } from 'astro';

const createProvider: CacheProviderFactory = () => ({
  name: 'headers',
  invalidate: () => Promise.reject(new Error('A publish changes the tag; nothing else is purged.')),
});

// Astro takes the default export.
// oxlint-disable-next-line import/no-default-export
export default createProvider;
