import { useReducedMotion } from 'motion/react';
import { useAnimate } from 'motion/react-mini';
import { useLayoutEffect, type ReactNode } from 'react';
import { measures } from '#data/measures.ts';
import { $menuOpen } from './stores.ts';

interface Props {
  wordmark?: ReactNode;
  children?: ReactNode;
}

/** The menu of narrow windows. Before React wakes, HTML opens and closes it. */
export const MobileMenu = ({ wordmark, children }: Props) => {
  const [menu, animate] = useAnimate<HTMLDialogElement>();
  const isStill = useReducedMotion();

  // Together with the handlers below: a tap on Close a moment before would be lost.
  useLayoutEffect(() => {
    const dialog = menu.current;
    const slide = async (isOpen: boolean | null) => {
      const { translate } = getComputedStyle(dialog);
      const from = dialog.open ? translate : '100% 0';
      if (isOpen && !dialog.open) dialog.showModal();
      dialog.style.animation = 'none'; // ends the slide by CSS of a menu that HTML opened
      await animate(
        dialog,
        { translate: [from, isOpen ? '0% 0' : '100% 0'] },
        { duration: isStill ? 0 : measures.menuSlide, ease: 'easeOut' },
      );
      // The visitor may have opened the menu again before it was closed.
      if ($menuOpen.get()) return;
      dialog.close();
      // A window that has grown hides the button to which the focus would return.
      if (!document.activeElement?.closest('.site-header'))
        document.querySelector<HTMLElement>('.site-header a')?.focus();
    };
    $menuOpen.set(dialog.open);
    return $menuOpen.listen((isOpen) => void slide(isOpen));
  }, [menu, animate, isStill]);

  const close = () => $menuOpen.set(false);
  return (
    <dialog
      className="menu"
      id="menu"
      aria-label="Menu"
      ref={menu}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={close}
      onClick={({ target, currentTarget }) => {
        // A link leads away; a tap on the dialog itself is beside the menu.
        if (target === currentTarget || (target instanceof Element && target.closest('a'))) close();
      }}
    >
      <div className="menu__bar wrap">
        <button
          className="menu-button"
          type="button"
          command="close"
          commandfor="menu"
          onClick={(event) => {
            event.preventDefault(); // React answers, so HTML must not
            close();
          }}
        >
          Close
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
        </button>
        {wordmark}
      </div>
      {children}
    </dialog>
  );
};
