import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignatureStore } from './signature.ts';

/**
 * Stores accepted signatures in a folder, for the next process too: each as the name of an empty file, which begins
 * with the expiry. Without a sync to the disk: after a power cut they expire before the machine is up again.
 */
export function openSignatureStore(directory: string, now: () => number): SignatureStore {
  const folder = join(directory, 'signatures');
  mkdirSync(folder, { recursive: true });
  return {
    add({ value, expiresAt }) {
      const known = readdirSync(folder);
      for (const name of known)
        if (parseInt(name, 10) <= now()) rmSync(join(folder, name), { force: true });
      const name = `${expiresAt}-${value}`;
      if (known.includes(name)) return false;
      writeFileSync(join(folder, name), '');
      return true;
    },
  };
}
