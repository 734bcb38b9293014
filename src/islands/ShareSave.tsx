import { messages } from '#data/messages.ts';
import '#styles/share-save.css';
import { keepContent } from './keep-content.ts';
import { showMessage } from './stores.ts';

interface Props {
  saved: string;
}

const texts = messages.share;

/** Reads a text that the page shows, so that the island's HTML need not repeat it. */
const readText = (selector: string) =>
  document.querySelector<HTMLElement>(selector)?.innerText ?? '';

async function sharePage(): Promise<void> {
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
    showMessage({ role: 'status', text: texts.copied });
  } catch {
    showMessage({ role: 'status', text: texts.copyByHand, address: url });
  }
}

/** What each button says when its script does not come. */
const buttons = { Share: texts.failed, Save: messages.failed };

export const ShareSave = ({ saved }: Props) => (
  <div
    className="share-save row needs-script screen-only"
    onClick={({ target }) => {
      const button = target instanceof Element && target.closest('button');
      if (!button) return;
      if (button.value === 'Share') void sharePage();
      else showMessage({ role: 'status', text: saved });
    }}
    {...keepContent(
      Object.entries(buttons).map(([name, failed]) => (
        <button
          className="button button--quiet"
          type="button"
          value={name}
          data-failed={failed}
          key={name}
        >
          {name}
        </button>
      )),
    )}
  />
);
