/**
 * The address book on Netlify: the live deploy carries it as a file, and Blobs keep a copy that outlives
 * deploys. Only the scheduled function of the live site writes that copy, so what never went live is in no
 * copy.
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
} from '../../addresses/address-book.ts';
import { livePath, markdownPath, routes } from '../../data/routes.ts';
import { describeError, type Log } from '../../server/log.ts';

/** The store in Blobs; it needs strong consistency. */
export const addressStore = 'addresses';
/** The book in a deploy. */
export const bookName = 'addresses.json';
/** Milliseconds for the live site to send its book. */
const limit = 8000;

const getKey = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/** @throws when Blobs cannot be reached */
export async function readBlobBook(blobs: Store, account: Account): Promise<AddressBook> {
  const text = (await blobs.getWithMetadata(getKey(account), { type: 'text' }))?.data ?? null;
  return (text === null ? null : parseBook(text, account)) ?? emptyBook;
}

export const writeBlobBook = (blobs: Store, account: Account, book: AddressBook) =>
  blobs.set(getKey(account), formatBook(book, account));

/** The book of the live deploy; empty for a site that has none. @throws when the site cannot be reached */
export async function fetchLiveBook(siteUrl: string, account: Account): Promise<AddressBook> {
  const signal = AbortSignal.timeout(limit);
  const response = await fetch(`${siteUrl}/${bookName}`, { signal });
  if (response.status >= 500) throw new Error(`${siteUrl} answered with ${response.status}.`);
  return (response.ok ? parseBook(await response.text(), account) : null) ?? emptyBook;
}

/** Copies the book of the live deploy into Blobs. */
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

/** The page that stands in for a past address: of an item the live one, which shows it once it is back. */
const getGonePage = (path: string) =>
  ([routes.blog, routes.resources] as const)
    .filter((list) => path.slice(0, path.lastIndexOf('/')) === list)
    .map((list) => livePath(list === routes.blog ? 'blog' : 'resources'))
    .at(0) ?? '/404';

/** What past addresses answer, as lines of `_redirects`; pages win over them. */
export function renderPastRules(book: AddressBook, live: LiveAddresses): string {
  const isLive = (path: string) => live.has(path);
  const find = createPastAddresses(book);
  const rules: string[] = [];
  for (const path of book.keys()) {
    const past = isLive(path) ? null : find(path, isLive);
    if (past?.status === 410) rules.push(`${path} ${getGonePage(path)} 410`);
    if (past?.status !== 301) continue;
    rules.push(`${path} ${past.to} 301`, `${markdownPath(path)} ${markdownPath(past.to)} 301`);
  }
  return rules.map((rule) => `${rule}\n`).join('');
}
