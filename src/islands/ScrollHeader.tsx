import { useStore } from '@nanostores/react';
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { measures } from '#data/measures.ts';
import { $menuOpen } from './stores.ts';

interface Props {
  /** The wordmark and the links, which stay HTML. */
  children?: ReactNode;
}

function onScroll(notify: () => void): () => void {
  addEventListener('scroll', notify);
  return () => removeEventListener('scroll', notify);
}

/**
 * The header of every page, translucent and slim after a little scrolling, with the button that opens the
 * menu. Before React wakes, styles and layouts/SiteHeader.astro do the same.
 */
export const ScrollHeader = ({ children }: Props) => {
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => scrollY > measures.headerSlimsAfter,
    () => undefined,
  );
  const isMenuOpen = useStore($menuOpen, { ssr: 'initial' });
  const button = useRef<HTMLButtonElement>(null);

  // A window that grows shows the links in place of the button, so the menu must not stay before the page.
  useEffect(() => {
    if (!isMenuOpen) return;
    const check = () => {
      if (!button.current?.offsetWidth) $menuOpen.set(false);
    };
    check();
    addEventListener('resize', check);
    return () => removeEventListener('resize', check);
  }, [isMenuOpen]);

  return (
    <header
      className="site-header"
      data-scrolled={isScrolled}
      data-slims-after={measures.headerSlimsAfter}
    >
      <div className="site-header__bar wrap">
        {children}
        <button
          className="menu-button"
          type="button"
          ref={button}
          command="show-modal"
          commandfor="menu"
          aria-expanded={isMenuOpen ?? undefined}
          onClick={(event) => {
            if ($menuOpen.get() === null) return; // the menu still sleeps, so HTML opens it
            event.preventDefault(); // React answers, so HTML must not
            event.currentTarget.focus(); // where the focus returns to; Safari does not focus pressed buttons
            $menuOpen.set(true);
          }}
        >
          Menu
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M3 8h18M3 16h12" />
          </svg>
        </button>
      </div>
    </header>
  );
};
