import { messages } from '#data/messages.ts';
import '#styles/share-save.css';
import { keepContent } from './keep-content.ts';
import { say } from './stores.ts';

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
    say({ role: 'status', text: texts.copied });
  } catch {
    say({ role: 'status', text: texts.copyByHand, address: url });
  }
}

export const ShareSave = ({ saved }: Props) => (
  <div
    className="share-save row needs-script screen-only"
    onClick={({ target }) => {
      const button = target instanceof Element && target.closest('button');
      if (!button) return;
      if (button.value === 'share') void share();
      else say({ role: 'status', text: saved });
    }}
    {...keepContent(
      <>
        <button
          className="button button--quiet"
          type="button"
          value="share"
          data-failed={texts.failed}
        >
          Share
        </button>
        <button
          className="button button--quiet"
          type="button"
          value="save"
          data-failed={messages.failed}
        >
          Save
        </button>
      </>,
    )}
  />
);
