import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Calls `note` before each step of writing and moving files. A step fails when `note` throws.
 * @returns a function that ends this
 */
export function watchSteps(note: (step: string, newFile?: string) => void): () => void {
  const { open, rename } = fs;
  const replace = (changed: Partial<typeof fs>) => {
    Object.assign(fs, changed);
    syncBuiltinESMExports();
  };
  replace({
    async open(path, flags, mode) {
      const isNew = flags === 'wx';
      if (isNew) note(`create ${Number(mode).toString(8)}`, String(path));
      const handle = await open(path, flags, mode);
      const [writeFile, sync] = [handle.writeFile.bind(handle), handle.sync.bind(handle)];
      handle.writeFile = async (...given) => {
        note('write');
        await writeFile(...given);
      };
      handle.sync = async () => {
        note(isNew ? 'sync the file' : 'sync the folder');
        await sync();
      };
      return handle;
    },
    async rename(from, to) {
      note('rename');
      await rename(from, to);
    },
  });
  return () => replace({ open, rename });
}
