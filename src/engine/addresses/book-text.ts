/**
 * The text of an address book: one line of JSON a path, `["/blog/a","id"]`. After what was added at once stands a
 * digest of these lines and of all before, so that no line can be altered or taken out unseen.
 */
import * as v from 'valibot';
import { createAddressBook, type AddressBook, type Addresses } from './address-book.ts';
import { digest } from '../disk/index.ts';
import { parseJson } from '../base/schemas.ts';
import { parseFormerBook } from './former-books.ts';

/** The space and environment of a book. Another account has other addresses. */
export interface Account {
  spaceId: string;
  environment: string;
}

/** A book, with the text that has it. */
export interface WrittenBook {
  book: AddressBook;
  /** The last digest of the text. */
  digest: string;
  /** Bytes up to that digest. What follows was never whole: the machine stopped, or the disk was full. */
  length: number;
  /** Whether the text is of an earlier version. */
  isFormer: boolean;
}

const toName = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/** Formats what is added to a text that ends with the digest `before`. */
export function formatAddresses(addresses: Addresses, before: string) {
  const lines = Array.from(addresses, (address) => `${JSON.stringify(address)}\n`).join('');
  const after = digest(before + lines);
  return { text: `${lines}"${after}"\n`, digest: after };
}

/** Formats the whole text of a book. */
export const formatBook = ({ ids }: AddressBook, account: Account) =>
  formatAddresses(ids, toName(account));

const linesSchema = v.array(v.tuple([v.string(), v.string()]));

/** @returns null for a text that is no book of this account, or was altered */
export function parseBook(text: string, account: Account): WrittenBook | null {
  const name = toName(account);
  if (text.startsWith('{')) {
    const addresses = parseFormerBook(text, name);
    const book = addresses && createAddressBook(addresses);
    return book && { book, digest: '', length: 0, isFormer: true };
  }
  const addresses: [path: string, id: string][] = [];
  let last = name;
  let end = 0;
  let lines = '';
  for (const line of text.split(/(?<=\n)/)) {
    if (line.startsWith('[')) {
      lines += line;
      continue;
    }
    if (!line.endsWith('\n')) break;
    last = digest(last + lines);
    const added = parseJson(linesSchema, `[${lines.trimEnd().replaceAll('\n', ',')}]`);
    if (line !== `"${last}"\n` || !added) return null;
    for (const address of added) addresses.push(address);
    end += lines.length + line.length;
    lines = '';
  }
  // The first lines are written whole or not at all.
  if (end === 0) return null;
  const length = Buffer.byteLength(text.slice(0, end));
  return { book: createAddressBook(addresses), digest: last, length, isFormer: false };
}
