import { hydrateRoot } from 'react-dom/client';
import { ShareSave } from './ShareSave.tsx';

/** Hydrates the island around a button that was pressed, and presses the button again. */
export function hydrate(button: HTMLElement): void {
  const root = button.closest<HTMLElement>('[data-saved]');
  if (!root) return; // the first of two presses hydrated it
  const { title = '', text = '', saved = '' } = root.dataset;
  delete root.dataset.saved;
  hydrateRoot(root, <ShareSave title={title} text={text} saved={saved} />);
  // React completes hydration on a click.
  button.click();
}
