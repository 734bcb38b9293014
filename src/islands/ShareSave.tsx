import { messages } from '#data/messages.ts';
import '#styles/share-save.css';
import { $message } from './stores.ts';

interface Props {
  saved: string;
}

const texts = messages.share;

/** Reads a text that the page shows, so that the island's HTML need not repeat it. */
const readText = (selector: string) =>
  document.querySelector<HTMLElement>(selector)?.innerText ?? '';

async function share(): Promise<void> {
  const url = location.href;
  if ('share' in navigator) {
    try {
      const title = readText('h1') || texts.genericTitle;
      await navigator.share({ title, text: readText('article .lead'), url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return; // the visitor closed the share dialog
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    $message.set({ role: 'status', text: texts.copied });
  } catch {
    $message.set({ role: 'status', text: texts.copyByHand, address: url });
  }
}

export const ShareSave = ({ saved }: Props) => (
  <div className="share-save row needs-script screen-only">
    <button
      className="button button--quiet"
      type="button"
      data-failed={texts.failed}
      onClick={() => void share()}
    >
      Share
    </button>
    <button
      className="button button--quiet"
      type="button"
      data-failed={messages.failed}
      onClick={() => $message.set({ role: 'status', text: saved })}
    >
      Save
    </button>
  </div>
);
