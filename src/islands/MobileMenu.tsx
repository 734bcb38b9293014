import { useReducedMotion } from 'motion/react';
import { useAnimate } from 'motion/react-mini';
import { useLayoutEffect, type PropsWithChildren } from 'react';
import { measures } from '#data/measures.ts';
import { keepContent } from './keep-content.ts';
import { $menuOpen } from './stores.ts';

/** The menu of narrow windows. Before React wakes, HTML opens and closes it. */
export const MobileMenu = ({ children }: PropsWithChildren) => {
  const [menu, animate] = useAnimate<HTMLDialogElement>();
  const isStill = useReducedMotion();

  /** The dialog knows whether the menu is open: HTML opens it where ScrollHeader.tsx did not come. */
  const moveMenu = async (isOpen: boolean) => {
    const dialog = menu.current;
    if (isOpen === dialog.open) return;
    const from = isOpen && !dialog.inert ? '100% 0' : getComputedStyle(dialog).translate;
    // A closed menu is visible while it is inert, so that it slides out and each tap meets the page.
    dialog.inert = !isOpen;
    if (isOpen) dialog.showModal();
    else dialog.close();
    // A window that has grown hides the button to which the focus would return.
    if (!isOpen && !document.activeElement?.closest('.site-header'))
      document.querySelector<HTMLElement>('.site-header a')?.focus();
    dialog.style.animation = 'none'; // ends the slide by CSS of a menu that HTML opened
    await animate(
      dialog,
      { translate: [from, isOpen ? '0% 0' : '100% 0'] },
      { duration: isStill ? 0 : measures.menuSlideSeconds, ease: 'easeOut' },
    );
    // The visitor may have opened the menu again before it was out.
    if (isOpen || dialog.open) return;
    dialog.inert = false;
    dialog.removeAttribute('style');
  };

  // Together with the handlers below: a tap on Close a moment before would be lost.
  useLayoutEffect(() => {
    const readState = () => $menuOpen.set(menu.current.open);
    readState();
    // A page that Back restores may never hear that its menu was closed when it was left.
    addEventListener('pageshow', readState);
    const stop = $menuOpen.listen((isOpen) => void moveMenu(isOpen === true));
    return () => {
      removeEventListener('pageshow', readState);
      stop();
    };
  }, [menu, animate, isStill]);

  const closeMenu = () => {
    $menuOpen.set(false);
    void moveMenu(false); // a menu that HTML opened is none to the store
  };
  return (
    <dialog
      className="menu"
      id="site_menu"
      aria-label="Menu"
      ref={menu}
      onCancel={(event) => {
        event.preventDefault();
        closeMenu();
      }}
      onClose={() => {
        // The event comes later, when the menu may be open again.
        if (!menu.current.open) $menuOpen.set(false);
      }}
      onClick={(event) => {
        const { target, currentTarget } = event;
        const control = target instanceof Element && target.closest('a, button');
        // A link leads away; a tap on the dialog itself is beside the menu.
        if (target !== currentTarget && !control) return;
        if (control && control.matches('button')) event.preventDefault(); // React answers, so HTML must not
        closeMenu();
      }}
      {...keepContent(children)}
    />
  );
};
