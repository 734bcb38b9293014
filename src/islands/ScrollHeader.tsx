import { useStore } from '@nanostores/react';
import { useEffect, useRef, useSyncExternalStore, type PropsWithChildren } from 'react';
import { measures } from '#data/measures.ts';
import { keepContent } from './keep-content.ts';
import { $menuOpen } from './stores.ts';

function onScroll(notify: () => void): () => void {
  addEventListener('scroll', notify);
  return () => removeEventListener('scroll', notify);
}

/** The header of every page. Before React wakes, styles and layouts/SiteHeader.astro do the same. */
export const ScrollHeader = ({ children }: PropsWithChildren) => {
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => scrollY > measures.headerSlimsAfterPixels,
    () => undefined,
  );
  const isMenuOpen = useStore($menuOpen, { ssr: 'initial' });
  const header = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isMenuOpen === null) return;
    const button = header.current?.querySelector<HTMLElement>('.menu-button');
    button?.setAttribute('aria-expanded', String(isMenuOpen));
    if (!isMenuOpen) return;
    // A window that grows shows the links in place of the button, so the menu must not stay before the page.
    const checkButton = () => {
      if (!button?.offsetWidth) $menuOpen.set(false);
    };
    checkButton();
    addEventListener('resize', checkButton);
    return () => removeEventListener('resize', checkButton);
  }, [isMenuOpen]);

  return (
    <header
      className="site-header"
      data-scrolled={isScrolled}
      data-slims-after={measures.headerSlimsAfterPixels}
      ref={header}
      onClick={(event) => {
        const button =
          event.target instanceof Element && event.target.closest<HTMLElement>('.menu-button');
        // While the menu still sleeps, HTML opens it.
        if (!button || $menuOpen.get() === null) return;
        event.preventDefault(); // React answers, so HTML must not
        button.focus(); // Safari does not: https://developer.mozilla.org/docs/Web/HTML/Element/button#clicking_and_focus
        $menuOpen.set(true);
      }}
      {...keepContent(children)}
    />
  );
};
