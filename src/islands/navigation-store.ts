import { atom } from 'nanostores';

/** Whether the full-screen menu is open; the dialog and its buttons follow it. */
export const $menuOpen = atom(false);

/** More than 50px down (spec §9); only kept in browsers without scroll timelines. */
export const $scrolled = atom(false);
