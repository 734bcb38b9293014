/** Reads an address book of the first three versions, so that no address dies at the update. */
import * as v from 'valibot';
import { digest } from '../disk/index.ts';
import { parseJson } from '../base/schemas.ts';

/** The first version: one line a path. */
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

/** The second version: one line an entry, whose newest path is last. */
const entrySchema = v.object({ id: v.string(), paths: v.array(v.string()) });

/** The third version: the id of each path, in the order in which they became live. */
const pathsSchema = v.record(v.string(), v.string());

/** The newest address of an entry is the last one of its own, and before others one that has a page. */
const rankLine = ({ isAlias, gone }: Line) => {
  if (isAlias) return 0;
  return gone === undefined ? 2 : 1;
};

/** @returns the addresses in the order in which they became live; null for a text that is no such book of this account, or was altered */
export function parseFormerBook(
  text: string,
  account: string,
): (readonly [path: string, id: string])[] | null {
  const digestFrom = (key: string) => v.literal(digest(text.slice(text.indexOf(`"${key}"`))));
  const schema = v.variant('version', [
    v.object({
      version: v.literal(1),
      account: v.literal(account),
      // The earliest books have none.
      digest: v.optional(digestFrom('addresses')),
      addresses: v.array(lineSchema),
    }),
    v.object({
      version: v.literal(2),
      account: v.literal(account),
      digest: digestFrom('entries'),
      entries: v.array(entrySchema),
    }),
    v.object({
      version: v.literal(3),
      account: v.literal(account),
      digest: digestFrom('paths'),
      paths: pathsSchema,
    }),
  ]);
  const book = parseJson(schema, text);
  if (!book) return null;
  if (book.version === 3) return Object.entries(book.paths);
  if (book.version === 2)
    return book.entries.flatMap(({ id, paths }) => paths.map((path) => [path, id] as const));
  const sorted = book.addresses.toSorted((one, other) => rankLine(one) - rankLine(other));
  return sorted.flatMap(({ path, owner }) => (owner === null ? [] : [[path, owner] as const]));
}
