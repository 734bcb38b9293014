import 'react';

declare module 'react' {
  /** Commands for a dialog, which React passes on and its types lack. */
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
