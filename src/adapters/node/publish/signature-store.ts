import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signature, SignatureStore } from '../../../server/publish/signature.ts';
import { writeDurably } from '../../../disk/write-file.ts';

const name = 'signatures.txt';
/** Signatures remembered at most; they are good for 90 seconds, and only who has the secret makes more. */
const limit = 50_000;

const format = ({ value, expiresAt }: Signature) => `${value} ${expiresAt}\n`;

/** A line that a crash cut off was never answered. */
const parseLines = (text: string): [string, number][] =>
  [...text.matchAll(/^([\da-f]{64}) (\d{13})$/gm)].map(([, value = '', expiresAt]) => [
    value,
    Number(expiresAt),
  ]);

/**
 * Accepted signatures as lines of a file, for the next process. Not synced to the disk: by the time a
 * machine is up again after a power cut, they are good no more.
 */
export async function openSignatureStore(
  directory: string,
  now: () => number,
): Promise<SignatureStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const text = await readFile(join(directory, name), 'utf8').catch(() => '');
  const known = new Map(parseLines(text));
  // What an earlier process left is written anew first: its last line may be half of one.
  let lines = Infinity;

  const forgetExpired = () => {
    for (const [value, expiresAt] of known) if (expiresAt <= now()) known.delete(value);
  };

  /** Writes the file anew when most of it is of no use; the others wait for their turn. */
  let last: Promise<unknown> = Promise.resolve();
  const write = (signature: Signature): Promise<void> => {
    const turn = last.then(async () => {
      if (lines >= limit) {
        forgetExpired();
        const left = [...known].map(([value, expiresAt]) => format({ value, expiresAt }));
        await writeDurably(directory, name, left.join(''));
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
      // At once, so that the same one arriving meanwhile is refused.
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
