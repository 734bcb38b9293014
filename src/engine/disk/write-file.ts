import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

/**
 * Writes a file atomically. The name survives a power cut only after `syncDirectory`, which the files
 * of one folder share. For a single file use `writeDurably`.
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

/** Writes a file atomically. Once the promise resolves, the file survives a power cut. */
export async function writeDurably(
  directory: string,
  name: string,
  data: string | Buffer,
): Promise<void> {
  await writeWhole(directory, name, data);
  await syncDirectory(directory);
}
