/**
 * Completes the site header where HTML and CSS cannot: dialog commands and the slim header in browsers
 * without them, and closing an open menu. Every page inlines this code, so every byte counts.
 */

/** Pixels of scrolling after which the header slims (spec §9); site-header.css repeats the number. */
const scrollThreshold = 50;

const menu = document.querySelector('dialog');

if (menu) {
  if (!('command' in HTMLButtonElement.prototype))
    for (const button of document.querySelectorAll<HTMLElement>('[command]'))
      button.onclick = () => (menu.open ? menu.close() : menu.showModal());

  // A page restored by Back must show a closed menu.
  addEventListener('pagehide', () => menu.close());
  // CSS hides the menu in wide windows; an open dialog would still block the page.
  addEventListener('resize', () => {
    if (!menu.offsetWidth) menu.close();
  });
}

if (!CSS.supports('animation-timeline: scroll()'))
  addEventListener('scroll', () =>
    document.body.toggleAttribute('data-scrolled', scrollY > scrollThreshold),
  );
