/**
 * What HTML and CSS leave open in the site header: dialog commands and the slim header in browsers that
 * lack them, and an open menu that must close. It is inline in every page, so every byte of it counts.
 */

/** Pixels after which the header slims (spec §9); site-header.css has the same figure. */
const scrollThreshold = 50;

const menu = document.querySelector('dialog');

if (menu) {
  if (!('command' in HTMLButtonElement.prototype))
    for (const button of document.querySelectorAll<HTMLElement>('[command]'))
      button.onclick = () => (menu.open ? menu.close() : menu.showModal());

  // A page kept for Back comes back with its menu closed.
  addEventListener('pagehide', () => menu.close());
  // CSS hides the menu when the window has grown too wide for it.
  addEventListener('resize', () => {
    if (!menu.offsetWidth) menu.close();
  });
}

if (!CSS.supports('animation-timeline: scroll()'))
  addEventListener('scroll', () =>
    document.body.toggleAttribute('data-scrolled', scrollY > scrollThreshold),
  );
