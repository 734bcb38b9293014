import { open, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { nullableNumber, parseJson } from '../schemas.ts';
import type { EventStore } from './queue.ts';
import { writeFile } from '../disk/index.ts';
import type { ContentEvent } from '../content/index.ts';

const name = 'events.jsonl';

const eventSchema = v.object({
  kind: v.fallback(v.picklist(['Entry', 'Asset']), 'Entry'),
  id: v.string(),
  revision: nullableNumber,
  deleted: v.fallback(v.boolean(), false),
});

/** Skips a line that a crash cut off: its event was never answered with 202. */
const parseEvent = (line: string): ContentEvent | [] => parseJson(eventSchema, line) ?? [];

const format = (events: readonly ContentEvent[]) =>
  events.map((event) => `${JSON.stringify(event)}\n`).join('');

/** Stores events as lines of a file. Events that arrive together share one sync to the disk. */
export async function openEventStore(directory: string): Promise<EventStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const text = await readFile(join(directory, name), 'utf8').catch(() => '');
  const left = text.split('\n').flatMap(parseEvent);
  // Ends a line that a crash cut off. Written with the first event, because a full disk must not stop
  // the start.
  let separator = '\n';

  let batch: { lines: string; written: Promise<void> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs writes one after the other: replacing the file would lose a line added meanwhile. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };

  const append = async (lines: () => string): Promise<void> => {
    const file = await open(join(directory, name), 'a', 0o600);
    try {
      await file.appendFile(separator + lines());
      await file.datasync();
      separator = '';
    } finally {
      await file.close();
    }
  };

  return {
    left,
    add(event) {
      if (batch) {
        batch.lines += format([event]);
        return batch.written;
      }
      const mine = { lines: format([event]), written: Promise.resolve() };
      mine.written = inTurn(() =>
        append(() => {
          batch = null;
          return mine.lines;
        }),
      );
      batch = mine;
      return mine.written;
    },
    keep: (events) => inTurn(() => writeFile(directory, name, format(events))),
  };
}
