/** Prints which step of some long work has begun. */
export type SayStep = (step: string) => void;

/** A figure with its limit. */
export interface Promised {
  what: string;
  is: number;
  most: number;
}

export interface Result {
  /** The rows of a table. */
  rows: readonly object[];
  promises: readonly Promised[];
}
