/** One event with its details, on one line; never a person's name, address or message. */
export interface LogEntry {
  event: string;
  [detail: string]: string | number | boolean | null;
}

export type Log = (entry: LogEntry) => void;

/** Formats entries as JSON. `write` adds the line break. */
export const createLog =
  (write: (line: string) => void): Log =>
  (entry) => {
    write(JSON.stringify({ time: new Date().toISOString(), ...entry }));
  };

/** Tells in one sentence of ours which store of DATA_DIR is missing or damaged, and what helps. */
export class StoreError extends Error {}

/** Names only the kind of an error of others: messages of libraries may quote addresses and passwords. */
export function describeError(error: unknown): { error: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  if (error instanceof StoreError) return { error: error.message };
  return { error: 'code' in error ? `${error.name} ${String(error.code)}` : error.name };
}
