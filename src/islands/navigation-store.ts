import { atom } from 'nanostores';

/** Pixels after which the header slims (spec §9); site-header.css has the same figure. */
export const scrollThreshold = 50;

/** Whether the full-screen menu is open; the dialog and its button follow it. */
export const $menuOpen = atom(false);

/** Further down than the threshold; kept only in browsers without scroll timelines. */
export const $scrolled = atom(false);
