import { atom } from 'nanostores';

export interface Message {
  /** An 'alert' is an error: announced at once and shown until dismissed. */
  role: 'status' | 'alert';
  text: string;
  /** An address to copy by hand when the clipboard refused. */
  address?: string;
}

/** The page's current message; null for none. Messages.tsx shows it. */
export const $message = atom<Message | null>(null);

/** Shows a message in place of the one before; null for none. Where Messages.tsx did not come, it is plain text. */
export function showMessage(message: Message | null): void {
  $message.set(message);
  document
    .querySelector('astro-island[ssr] .messages__failure')
    ?.replaceChildren([message?.text, message?.address].join(' ').trim());
}

/** Whether the menu is open; null until React has looked, because HTML opens it before. */
export const $menuOpen = atom<boolean | null>(null);
