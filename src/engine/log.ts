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

/** An error whose message is a sentence of ours: it quotes no address, no token and no person. */
export class OwnError extends Error {}

/** Tells which store of DATA_DIR is missing or damaged, and what helps. */
export class StoreError extends OwnError {}

/**
 * Names the kind of an error and its place in the code. Messages of libraries may quote addresses and passwords, so
 * only our own sentences are passed on.
 */
export function describeError(error: unknown): { error: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  if (error instanceof OwnError) return { error: error.message };
  if ('code' in error) return { error: `${error.name} ${String(error.code)}` };
  const [place] = /[\w.-]+:\d+(?=:\d+\)?$)/m.exec(error.stack ?? '') ?? [];
  return { error: place === undefined ? error.name : `${error.name} at ${place}` };
}
