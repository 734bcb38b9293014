/**
 * Keeps the address book on Netlify: the live deploy contains the book as a file, and Blobs keep a copy
 * that outlives deploys. Only the scheduled function of the live site writes the copy, so previews
 * never add addresses.
 */
import type { Store } from '@netlify/blobs';
import {
  createPastAddresses,
  emptyBook,
  formatBook,
  mergeBooks,
  parseBook,
  type Account,
  type AddressBook,
  type LiveAddresses,
} from '../publish/addresses/address-book.ts';
import { routes, waitingPath } from '../../data/routes.ts';
import { describeError, type Log } from '../log.ts';

/** Name of the store in Blobs, which needs strong consistency. */
export const addressStore = 'addresses';
/** Name of the book's file in a deploy. */
export const bookName = 'addresses.json';
/** Milliseconds to wait for the live site's book. */
const limit = 8000;

const getKey = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/**
 * Reads the copy in Blobs; an empty book when there is none.
 * @throws when Blobs cannot be reached
 */
export async function readBlobBook(blobs: Store, account: Account): Promise<AddressBook> {
  const text = (await blobs.getWithMetadata(getKey(account), { type: 'text' }))?.data ?? null;
  return (text === null ? null : parseBook(text, account)) ?? emptyBook;
}

export const writeBlobBook = (blobs: Store, account: Account, book: AddressBook) =>
  blobs.set(getKey(account), formatBook(book, account));

/**
 * Fetches the live deploy's book; an empty book for a site without one.
 * @throws when the site cannot be reached
 */
export async function fetchLiveBook(siteUrl: string, account: Account): Promise<AddressBook> {
  const signal = AbortSignal.timeout(limit);
  const response = await fetch(`${siteUrl}/${bookName}`, { signal });
  if (response.status >= 500) throw new Error(`${siteUrl} answered with ${response.status}.`);
  return (response.ok ? parseBook(await response.text(), account) : null) ?? emptyBook;
}

/** Merges the live deploy's book into the copy in Blobs. */
export async function keepLiveBook(
  blobs: Store,
  siteUrl: string,
  account: Account,
  log: Log,
): Promise<void> {
  try {
    const kept = await readBlobBook(blobs, account);
    const merged = mergeBooks(kept, await fetchLiveBook(siteUrl, account));
    if (formatBook(merged, account) !== formatBook(kept, account))
      await writeBlobBook(blobs, account, merged);
  } catch (error) {
    log({ event: 'addresses.failed', ...describeError(error) });
  }
}

/**
 * The page shown with status 410. For an item this is the waiting page, because an item may be
 * published again.
 */
const getGonePage = (path: string) =>
  ([routes.blog, routes.resources] as const)
    .filter((list) => path.slice(0, path.lastIndexOf('/')) === list)
    .map((list) => waitingPath(list === routes.blog ? 'blog' : 'resources'))
    .at(0) ?? '/404';

/**
 * Renders the answers of past addresses as lines of `_redirects`. Netlify prefers existing pages over
 * these lines.
 */
export function renderPastRules(book: AddressBook, live: LiveAddresses): string {
  const isLive = (path: string) => live.has(path);
  const find = createPastAddresses(book);
  const rules: string[] = [];
  for (const path of book.keys()) {
    const past = isLive(path) ? null : find(path, isLive);
    if (past?.status === 410) rules.push(`${path} ${getGonePage(path)} 410`);
    if (past?.status === 301) rules.push(`${path} ${past.to} 301`);
  }
  return rules.map((rule) => `${rule}\n`).join('');
}
