/**
 * Loads the island of components/ShareSave.astro when a visitor reaches for its buttons. Every post inlines
 * this code, so every byte counts: Astro's island runtime, for one island without slots, took four times
 * the bytes. Listens on the document, because the buttons of a live item come later.
 */
import type { hydrate } from './hydrate-share-save.tsx';
import address from './hydrate-share-save.tsx?chunk-url';

interface Chunk {
  hydrate: typeof hydrate;
}

// Browsers remember a failed import by its address, so each retry uses another one.
let query = '';

const sense = async ({ type, target }: Event): Promise<void> => {
  const button = (target as Element).closest<HTMLElement>('[data-saved] button');
  if (!button) return;
  try {
    const chunk = (await import(/* @vite-ignore */ address + query)) as Chunk;
    if (type === 'click') chunk.hydrate(button);
  } catch {
    query += '?';
    // Without the chunk, visitors can still copy the address.
    if (type === 'click' && button.dataset.failed) prompt(button.dataset.failed, location.href);
  }
};

for (const type of ['pointerover', 'focusin', 'click'])
  document.addEventListener(type, (event) => void sense(event));
