import { open, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSafely } from '../../../content/snapshot.ts';
import { hasKey } from '../../../content/unknown.ts';
import type { WishStore } from '../../../server/publish/queue.ts';
import type { PublishWish } from '../../../server/publish/webhook.ts';
import { syncDirectory } from '../sync-directory.ts';

const name = 'wishes.jsonl';

/** A line that a crash cut off was never answered, so nobody misses it. */
function parseWish(line: string): PublishWish[] {
  try {
    const wish: unknown = JSON.parse(line);
    if (!hasKey(wish, 'id') || typeof wish.id !== 'string') return [];
    return [
      {
        kind: hasKey(wish, 'kind') && wish.kind === 'Asset' ? 'Asset' : 'Entry',
        id: wish.id,
        revision:
          hasKey(wish, 'revision') && typeof wish.revision === 'number' ? wish.revision : null,
        deleted: hasKey(wish, 'deleted') && wish.deleted === true,
      },
    ];
  } catch {
    return [];
  }
}

const format = (wishes: readonly PublishWish[]) =>
  wishes.map((wish) => `${JSON.stringify(wish)}\n`).join('');

/** Wishes as lines of a file; those that arrive together are synced to the disk together. */
export async function openWishStore(directory: string): Promise<WishStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const text = await readFile(join(directory, name), 'utf8').catch(() => '');
  const left = text.split('\n').flatMap(parseWish);
  await writeSafely(directory, name, format(left));
  await syncDirectory(directory);

  let batch: { lines: string; written: Promise<void> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: a line must not be added to a file that is being replaced. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };

  const append = async (lines: () => string): Promise<void> => {
    const file = await open(join(directory, name), 'a', 0o600);
    try {
      await file.appendFile(lines());
      await file.datasync();
    } finally {
      await file.close();
    }
  };

  return {
    left,
    add(wish) {
      if (batch) {
        batch.lines += format([wish]);
        return batch.written;
      }
      const mine = { lines: format([wish]), written: Promise.resolve() };
      mine.written = inTurn(() =>
        append(() => {
          batch = null;
          return mine.lines;
        }),
      );
      batch = mine;
      return mine.written;
    },
    keep: (wishes) =>
      inTurn(async () => {
        await writeSafely(directory, name, format(wishes));
        await syncDirectory(directory);
      }),
  };
}
