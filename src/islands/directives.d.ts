import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when someone reaches for one of its controls (on-intent.ts). */
    'client:intent'?: boolean;
  }
}
