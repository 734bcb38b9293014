import 'astro';
import 'react';

declare module 'react' {
  /** Commands for a dialog, which React passes on and its types lack. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates all islands of the page when a visitor reaches for a control of one (on-intent.ts). */
    'client:intent'?: boolean;
  }
}
