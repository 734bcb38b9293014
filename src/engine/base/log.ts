/** One event with its details, on one line; never a person's name, address or message. */
export interface LogEntry {
  event: string;
  [detail: string]: string | number | boolean | null;
}

export type Log = (entry: LogEntry) => void;

/** Takes out what steers a terminal or turns the direction of text, as editors, visitors and servers may send it. */
export const toLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

/** Time in which equal entries are counted. */
const countedMs = 60_000;

/** Logs entries as JSON. Equal ones of a minute are counted (`more`): strangers can cause as many as they like. */
export function createLog(write: (line: string) => void): Log {
  const counts = new Map<string, number>();
  const writeEntry = (entry: LogEntry) =>
    write(toLine(JSON.stringify({ time: new Date().toISOString(), ...entry })));
  return (entry) => {
    const key = JSON.stringify(entry);
    const count = counts.get(key);
    counts.set(key, (count ?? -1) + 1);
    if (count !== undefined) return;
    writeEntry(entry);
    setTimeout(() => {
      const more = counts.get(key) ?? 0;
      counts.delete(key);
      if (more > 0) writeEntry({ ...entry, more });
    }, countedMs).unref();
  };
}

/** An error whose message is a sentence of ours: it quotes no address, no token and no person. */
export class OwnError extends Error {}

/** Tells which store of DATA_DIR is missing or damaged, and what helps. */
export class StoreError extends OwnError {}

/** Names only the kind of an error of others: messages of libraries may quote addresses and passwords. */
export function describeError(error: unknown): { error: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  if (error instanceof OwnError) return { error: error.message };
  return { error: 'code' in error ? `${error.name} ${String(error.code)}` : error.name };
}

/** Whether an error says that a store of DATA_DIR is missing or damaged. */
export const isOfStore = (error: unknown): boolean => error instanceof StoreError;

/** Describes a fault of our own code, with its place there. */
export function describeFault(error: unknown): { error: string } {
  const { error: kind } = describeError(error);
  const isOurs = error instanceof Error && !(error instanceof OwnError) && !('code' in error);
  const [place] = /[\w.-]+:\d+(?=:\d+\)?$)/m.exec((isOurs && error.stack) || '') ?? [];
  return { error: place === undefined ? kind : `${kind} at ${place}` };
}
