import 'react';

// Invoker commands (HTML standard, button element), which React passes on but does not type yet.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}
