import { atom } from 'nanostores';

export interface Message {
  /** An 'alert' is an error: announced at once and shown until dismissed. */
  role: 'status' | 'alert';
  text: string;
  stays?: boolean;
  /** An address to copy by hand when the clipboard refused. */
  address?: string;
}

/** The page's current message; null for none. All islands write it, Messages.tsx shows it. */
export const $message = atom<Message | null>(null);

/**
 * Whether the menu is open, for the button in ScrollHeader.tsx and the dialog in MobileMenu.tsx; null until
 * React has looked, because HTML opens the menu before.
 */
export const $menuOpen = atom<boolean | null>(null);
