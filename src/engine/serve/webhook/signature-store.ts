import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signature, SignatureStore } from './signature.ts';
import { writeFile } from '../../disk/index.ts';

const name = 'signatures.txt';
/**
 * Most signatures remembered. They expire after 90 seconds, and only holders of the secret make new
 * ones.
 */
const limit = 50_000;

const format = ({ value, expiresAt }: Signature) => `${value} ${expiresAt}\n`;

/** Skips a line that a crash cut off: its request was never answered. */
const parseLines = (text: string): [string, number][] =>
  [...text.matchAll(/^([\da-f]{64}) (\d{13})$/gm)].map(([, value = '', expiresAt]) => [
    value,
    Number(expiresAt),
  ]);

/**
 * Stores accepted signatures as lines of a file, for the next process. Without a sync to the disk:
 * after a power cut the signatures expire before the machine is up again.
 */
export async function openSignatureStore(
  directory: string,
  now: () => number,
): Promise<SignatureStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const text = await readFile(join(directory, name), 'utf8').catch(() => '');
  const known = new Map(parseLines(text));
  // Rewrite the file first: the last line of an earlier process may be incomplete.
  let lines = Infinity;

  const forgetExpired = () => {
    for (const [value, expiresAt] of known) if (expiresAt <= now()) known.delete(value);
  };

  /**
   * Appends a signature. A file with too many lines is rewritten without expired signatures. Writes run
   * one after the other.
   */
  let last: Promise<unknown> = Promise.resolve();
  const write = (signature: Signature): Promise<void> => {
    const turn = last.then(async () => {
      if (lines >= limit) {
        forgetExpired();
        const left = [...known].map(([value, expiresAt]) => format({ value, expiresAt }));
        await writeFile(directory, name, left.join(''));
        lines = left.length;
        return;
      }
      const file = await open(join(directory, name), 'a', 0o600);
      try {
        await file.appendFile(format(signature));
        lines += 1;
      } finally {
        await file.close();
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    async add(signature) {
      const { value, expiresAt } = signature;
      if (known.has(value)) return false;
      if (known.size >= limit) forgetExpired();
      if (known.size >= limit) throw new Error('More signatures than can be remembered.');
      // Set before the write, so that the same signature arriving meanwhile is refused.
      known.set(value, expiresAt);
      try {
        await write(signature);
      } catch (error) {
        known.delete(value);
        throw error;
      }
      return true;
    },
  };
}
