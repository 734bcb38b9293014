import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

/**
 * Writes a file whole or not at all. Its name survives a power cut only after `syncDirectory`: for
 * many files of one folder, which share that call. One file alone: `writeDurably`.
 */
export async function writeWhole(
  directory: string,
  name: string,
  data: string | Buffer,
): Promise<void> {
  const temporary = join(directory, `${name}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(directory, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a file whole or not at all; once this resolves, the file survives a power cut. */
export async function writeDurably(
  directory: string,
  name: string,
  data: string | Buffer,
): Promise<void> {
  await writeWhole(directory, name, data);
  await syncDirectory(directory);
}
