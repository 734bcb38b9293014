import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Calls `note` before each step of writing and moving files, which fails when `note` throws. @returns the end */
export function watchSteps(note: (step: string, path: string) => void): () => void {
  const { open, rename } = fs;
  const replace = (changed: Partial<typeof fs>) => {
    Object.assign(fs, changed);
    syncBuiltinESMExports();
  };
  replace({
    async open(path, flags, mode) {
      if (flags === 'wx') note(`create ${Number(mode).toString(8)}`, String(path));
      const handle = await open(path, flags, mode);
      const writeFile = handle.writeFile.bind(handle);
      const sync = handle.sync.bind(handle);
      handle.writeFile = async (...given) => {
        note('write', String(path));
        await writeFile(...given);
      };
      handle.sync = async () => {
        note(flags === 'r' ? 'sync the folder' : 'sync the file', String(path));
        await sync();
      };
      return handle;
    },
    async rename(from, to) {
      note('rename', String(to));
      await rename(from, to);
    },
  });
  return () => replace({ open, rename });
}
