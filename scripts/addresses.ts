/**
 * `npm run addresses`: lists the address book, oldest entry first, with the answer for each past address.
 * `--json` prints the whole book; `add` and `forget` correct it. The command reads the book of this
 * machine. When NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN are set, it reads the book on Netlify, and the next
 * build there applies the changes.
 */
import { getStore } from '@netlify/blobs';
import { addressStore, readBlobBook, writeBlobBook } from '../src/engine/netlify/index.ts';
import { openAddressFile } from '../src/engine/publish/addresses/address-file.ts';
import {
  addAlias,
  createPastAddresses,
  forget,
  type AddressBook,
} from '../src/engine/publish/addresses/address-book.ts';
import {
  isListAddress,
  listLiveAddresses,
} from '../src/engine/publish/addresses/live-addresses.ts';
import { getSnapshotDirectory, sampleAccount, type Config } from '../src/config.ts';
import { createRead } from '../src/engine/content/read.ts';
import { CommandError, parseArguments, runCommand } from './command-line/command.ts';
import { loadConfig } from './command-line/environment.ts';

interface Store {
  read(): AddressBook | Promise<AddressBook>;
  change(change: (book: AddressBook) => AddressBook): Promise<unknown>;
}

function openStore({ netlifySite, dataDirectory, contentful }: Config): Store {
  const account = contentful ?? sampleAccount;
  if (!netlifySite) return openAddressFile(dataDirectory, account);
  const { id: siteID, token } = netlifySite;
  const blobs = getStore({ name: addressStore, siteID, token });
  const read = () =>
    readBlobBook(blobs, account).catch(() => {
      throw new CommandError(
        'The addresses on Netlify cannot be read: check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN.',
      );
    });
  return {
    read,
    change: async (change) => writeBlobBook(blobs, account, change(await read())),
  };
}

/**
 * The live addresses in this machine's snapshot; null when there is no snapshot, or when the book is on
 * Netlify.
 */
const readLive = (config: Config) =>
  config.netlifySite
    ? null
    : listLiveAddresses(createRead(getSnapshotDirectory(config))).catch(() => null);

function formatBookTable(book: AddressBook, live: ReadonlyMap<string, string> | null): string {
  const find = createPastAddresses(book);
  const rows = [...book.values()].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return rows
    .flatMap(({ path, at, owner }) => {
      if (live?.has(path)) return [];
      const past = find(path, (address) => live?.has(address) ?? true);
      const isHome = !live && past?.status === 410;
      const answer =
        past?.status === 301 ? `301 ${past.to}` : past ? (isHome ? 'live or 410' : '410') : '404';
      return [`${at.slice(0, 16)}  ${path}  ${answer}  ${owner ?? 'forgotten'}`];
    })
    .join('\n');
}

function mend(book: AddressBook, [command, path = '', to = '']: readonly string[]): AddressBook {
  if (command === 'forget' && book.has(path)) return forget(book, path, new Date());
  if (command === 'forget') throw new CommandError(`${path || 'This'} is not in the address book.`);
  if (command !== 'add')
    throw new CommandError(`Unknown command "addresses ${command}": use add or forget.`);
  if (!isListAddress(path))
    throw new CommandError('Only addresses below /blog and /resources can redirect.');
  const mended = addAlias(book, path, to, new Date());
  if (!mended) throw new CommandError(`No entry has the address '${to}'.`);
  return mended;
}

await runCommand(async () => {
  const { values, positionals } = parseArguments({
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  });
  const config = loadConfig();
  const store = openStore(config);
  const live = await readLive(config);
  if (positionals.length > 0) {
    const [, path = ''] = positionals;
    if (live?.has(path))
      throw new CommandError(`${path} is a page of the site, so it cannot redirect.`);
    await store.change((book) => mend(book, positionals));
    console.log(`Saved in the address book: ${positionals.join(' ')}`);
  } else if (values.json) {
    console.log(JSON.stringify([...(await store.read()).values()], null, 2));
  } else {
    const table = formatBookTable(await store.read(), live);
    console.log(table || 'The site has no past addresses.');
  }
});
