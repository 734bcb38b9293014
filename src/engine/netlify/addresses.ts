/** The address book on Netlify, in Blobs, which outlive deploys. Only builds of the live site write it. */
import { getStore, type Store } from '@netlify/blobs';
import {
  createAddressBook,
  type FindEntry,
  findPast,
  formatBook,
  parseBook,
  type AddressBook,
  type Addresses,
} from '../addresses/index.ts';
import type { LastPaths } from '../content/index.ts';
import { hasPages, notFoundPath } from '../declare/collections.ts';
import type { Config } from '../config.ts';
import type { ContentfulAccount } from '../account.ts';
import { StoreError } from '../base/log.ts';
import { collections } from '../site.ts';

/** Name of the store in Blobs. */
export const addressStore = 'addresses';

type Account = Pick<ContentfulAccount, 'spaceId' | 'environment'>;

const getKey = ({ spaceId, environment }: Account) => `${spaceId}/${environment}`;

/** Opens the store for a command or a build; null where nothing says how to reach Blobs, as at home. */
export function openAddressStore({ netlifySite }: Pick<Config, 'netlifySite'>): Store | null {
  const credentials = netlifySite && { siteID: netlifySite.id, token: netlifySite.token };
  try {
    return getStore({ name: addressStore, ...credentials });
  } catch (error) {
    if (error instanceof Error && error.name === 'MissingBlobsEnvironmentError') return null;
    throw error;
  }
}

/** Reads the book; an empty one when there is none. @throws when Blobs cannot be reached, or the book is damaged */
export async function readBlobBook(blobs: Store, account: Account): Promise<AddressBook> {
  const found = await blobs.getWithMetadata(getKey(account), { type: 'text' });
  if (!found) return createAddressBook();
  const written = parseBook(found.data, account);
  if (!written) throw new StoreError('The address book in Netlify Blobs is damaged.');
  return written.book;
}

/** The last path of each entry that was live, by id; none when Blobs do not answer. */
export const readLastBlobPaths = (blobs: Store, account: Account): Promise<LastPaths> =>
  readBlobBook(blobs, account).then(
    ({ lastPaths }) => lastPaths,
    () => new Map(),
  );

export const writeBlobBook = (blobs: Store, account: Account, book: AddressBook) =>
  blobs.set(getKey(account), formatBook(book, account).text);

/** The page shown with status 410. */
const getGonePage = (path: string) => {
  const list = path.slice(0, path.lastIndexOf('/'));
  const found = collections.filter(hasPages).find(({ pages }) => pages.path === list);
  return found ? notFoundPath(found) : '/404';
};

/** Renders past addresses as lines of `_redirects`. @param live the addresses that have a page */
export async function renderPastRules(book: AddressBook, live: Addresses, findEntry: FindEntry) {
  let rules = '';
  for (const path of book.ids.keys()) {
    const past = live.has(path) ? null : await findPast(book, path, findEntry);
    if (past) rules += `${path} ${'to' in past ? past.to : getGonePage(path)} ${past.status}\n`;
  }
  return rules;
}
