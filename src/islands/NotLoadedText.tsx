import type { ReactNode } from 'react';

interface Props {
  title: string;
  text?: string | undefined;
  /** A link or a button that leads on. */
  children?: ReactNode;
}

/**
 * The notice in place of a list that could not be loaded (spec §4, §8); sections/NotLoaded.astro has
 * the styles.
 */
export const NotLoadedText = ({ title, text, children }: Props) => (
  <div className="not-loaded">
    <svg viewBox="0 0 320 112" width="320" height="112" aria-hidden="true">
      <path d="M4 96C40 96 52 88 76 62s40-28 64-28h56M236 34h.1M270 34h.1M304 34h.1" />
    </svg>
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </div>
);
