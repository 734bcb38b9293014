import { messages } from '../data/messages.ts';
import { Messages } from './Messages.tsx';
import { $message } from './messages-store.ts';

interface Props {
  title: string;
  text: string;
  /** Text that Save shows; Save stores nothing (spec §4). */
  saved: string;
}

const genericTitle = 'Growth insights worth sharing';

async function share({ title, text }: Pick<Props, 'title' | 'text'>): Promise<void> {
  const url = location.href;
  if ('share' in navigator) {
    try {
      await navigator.share({ title: title || genericTitle, text, url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // the visitor closed the share dialog
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    $message.set({ role: 'status', text: messages.share.copied });
  } catch {
    $message.set({ role: 'status', text: messages.share.copyByHand, address: url });
  }
}

/** Share and Save buttons of a post or a resource (spec §4). */
export const ShareSave = ({ title, text, saved }: Props) => (
  <div className="share-save needs-script screen-only">
    <button
      className="button button--quiet"
      type="button"
      data-failed={messages.share.copyByHand}
      onClick={() => void share({ title, text })}
    >
      Share
    </button>
    <button
      className="button button--quiet"
      type="button"
      onClick={() => $message.set({ role: 'status', text: saved })}
    >
      Save
    </button>
    <Messages />
  </div>
);
