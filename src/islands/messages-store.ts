import { atom } from 'nanostores';

export interface Message {
  /** An 'alert' is an error: announced at once and shown until dismissed. */
  role: 'status' | 'alert';
  text: string;
  /** Whether a status stays until dismissed. */
  stays?: boolean;
  /** An address to copy by hand when the clipboard refused. */
  address?: string;
}

/** The page's current message, shared by all islands; null for none. */
export const $message = atom<Message | null>(null);
