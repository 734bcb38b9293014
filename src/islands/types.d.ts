import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates all islands of the page when a visitor reaches for a control of one (on-intent.ts). */
    'client:intent'?: boolean;
  }
}
