import { atom } from 'nanostores';

export interface Message {
  /** An 'alert' is an error: announced at once, and it stays until dismissed. */
  role: 'status' | 'alert';
  text: string;
  /** A status that stays until dismissed, too. */
  stays?: boolean;
  /** An address to copy by hand, where the clipboard refused. */
  address?: string;
}

/** The message on the page, shared by every island that has something to say; null: none. */
export const $message = atom<Message | null>(null);
