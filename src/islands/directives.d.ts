import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates when a visitor reaches for a control of the island (on-intent.ts); 'query' also when the
     * page's address has a query.
     */
    'client:intent'?: boolean | 'query';
  }
}
