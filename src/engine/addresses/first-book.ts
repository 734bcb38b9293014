/** Reads an address book of the first version, one line a path, so that no address dies at the update. */
import * as v from 'valibot';
import { digest } from '../disk/index.ts';
import { parseJson } from '../schemas.ts';
import type { Remembered } from './address-book.ts';

const lineSchema = v.object({
  path: v.string(),
  /** Id of the entry, or the path itself; null for an address that was forgotten by hand. */
  owner: v.nullable(v.string()),
  /** Whether a person added the address: it was never the entry's own. */
  isAlias: v.optional(v.literal(true)),
  /** When the address was first seen without a page. */
  gone: v.optional(v.string()),
});
type Line = v.InferOutput<typeof lineSchema>;

/** The newest address of an entry is the last one of its own, and before others one that has a page. */
const rank = ({ isAlias, gone }: Line) => {
  if (isAlias) return 0;
  return gone === undefined ? 2 : 1;
};

/** @returns null for a text that is no book of the first version of this account, or was altered */
export function parseFirstBook(text: string, account: string): Remembered[] | null {
  const schema = v.object({
    version: v.literal(1),
    account: v.literal(account),
    // The earliest books have none.
    digest: v.optional(v.literal(digest(text.slice(text.indexOf('"addresses"'))))),
    addresses: v.array(lineSchema),
  });
  const lines = parseJson(schema, text)?.addresses;
  if (!lines) return null;
  return [...Map.groupBy(lines, ({ owner }) => owner)].flatMap(([id, own]): Remembered[] => {
    if (id === null) return [];
    const sorted = own.toSorted((one, other) => rank(one) - rank(other));
    const newest = sorted.at(-1);
    const now = newest && rank(newest) === 2 ? 'shown' : 'gone';
    return [{ id, paths: sorted.map(({ path }) => path), now }];
  });
}
