import { open } from 'node:fs/promises';

/** Makes names in a folder survive a power cut; Windows has no such call and keeps its own journal. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
