import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { NavigationLinks, WordmarkText, type NavigationProps } from './Navigation.tsx';
import { $menuOpen } from './navigation-store.ts';

const id = 'menu';

/**
 * Below 768px: a modal dialog. HTML opens and closes it, keeps the focus in and gives it back; React
 * adds what HTML lacks: `aria-expanded`, and closing when the page is left or the window outgrows it.
 */
export const MobileMenu = ({ path, name, tagline }: NavigationProps) => {
  const open = useStore($menuOpen);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const menu = dialog.current;
    if (!menu) return;
    $menuOpen.set(menu.open); // it may have been opened before React came
    const following = new AbortController();
    const { signal } = following;
    const close = () => menu.close();
    const wide = matchMedia('(width >= 768px)');
    if (wide.matches) close(); // the window may have grown before React came, too
    wide.addEventListener('change', close, { signal });
    addEventListener('pagehide', close, { signal }); // a page kept for "back" comes back without it
    return () => following.abort();
  }, []);

  const handleOpen = () => {
    // Browsers without invoker commands leave the opening to us.
    if (!dialog.current?.open && !('command' in HTMLButtonElement.prototype))
      dialog.current?.showModal();
    $menuOpen.set(true);
  };

  return (
    <>
      <button
        className="menu-button"
        type="button"
        command="show-modal"
        commandfor={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={handleOpen}
      >
        Menu
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M3 8h18M3 16h12" />
        </svg>
      </button>
      <dialog
        className="menu"
        id={id}
        aria-label="Menu"
        ref={dialog}
        onClose={() => $menuOpen.set(false)}
      >
        <div className="menu__bar wrap">
          <button
            className="menu-button"
            type="button"
            command="close"
            commandfor={id}
            onClick={() => dialog.current?.close()}
          >
            Close
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M5 5l14 14M19 5L5 19" />
            </svg>
          </button>
          <p className="wordmark">
            <WordmarkText name={name} />
          </p>
        </div>
        <nav className="menu__links wrap" aria-label="Main">
          <NavigationLinks path={path} />
          <p className="quiet">{tagline}</p>
        </nav>
      </dialog>
    </>
  );
};
