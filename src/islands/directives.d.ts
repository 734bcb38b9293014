import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates when someone reaches for one of its controls (on-intent.ts); with 'query' also when
     * the address of the page has a query, with 'load' at once.
     */
    'client:intent'?: boolean | 'query' | 'load';
  }
}
