/** One thing that happened, in fields of one line; never a name, an address or a message of a person. */
export interface LogEntry {
  event: string;
  [detail: string]: string | number | boolean | null;
}

export type Log = (entry: LogEntry) => void;

/** Writes entries as JSON; `write` ends the line. */
export const createLog =
  (write: (line: string) => void): Log =>
  (entry) => {
    write(JSON.stringify({ time: new Date().toISOString(), ...entry }));
  };

/** What may be told of an error: its kind. Messages of others may quote addresses and passwords. */
export function describeError(error: unknown): { error: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: 'code' in error ? `${error.name} ${String(error.code)}` : error.name };
}
