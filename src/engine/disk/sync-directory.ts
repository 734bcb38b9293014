import { open } from 'node:fs/promises';
import { platform } from 'node:os';

/**
 * Makes the names in a folder survive a power cut. Windows has no such call and keeps its own journal.
 */
export async function syncDirectory(directory: string): Promise<void> {
  if (platform() === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Creates a function that syncs a folder. Callers during a sync share the next sync, which begins after
 * their change.
 */
export function createDirectorySync(directory: string): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | null = null;
  return () =>
    (next ??= running
      .catch(() => undefined) // its own callers got the error
      .then(() => {
        next = null;
        running = syncDirectory(directory);
        return running;
      }));
}
