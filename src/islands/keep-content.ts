import type { HTMLAttributes, ReactNode } from 'react';

/**
 * The content of an element that the server writes and that React leaves alone in the browser. Translators, password
 * managers and writing aids change pages (https://github.com/facebook/react/issues/11538). React draws an island anew at
 * the first difference of all that it renders, so an island owns its outermost element and nothing inside it.
 */
export const keepContent = (children: ReactNode): HTMLAttributes<HTMLElement> =>
  import.meta.env.SSR
    ? { children }
    : { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } };
