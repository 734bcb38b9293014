import { hydrateRoot } from 'react-dom/client';
import { ShareSave } from './ShareSave.tsx';

const readText = (selector: string) =>
  document.querySelector<HTMLElement>(selector)?.innerText ?? '';

/** Hydrates the island around a button that was pressed, and presses the button again. */
export function hydrate(button: HTMLElement): void {
  const root = button.closest<HTMLElement>('[data-saved]');
  if (!root) return; // the first of two presses hydrated it
  const { saved = '' } = root.dataset;
  delete root.dataset.saved;
  // The page shows the title and the text to share, so its HTML need not repeat them.
  hydrateRoot(
    root,
    <ShareSave title={readText('h1')} text={readText('article .lead')} saved={saved} />,
  );
  // React completes hydration on a click.
  button.click();
}
