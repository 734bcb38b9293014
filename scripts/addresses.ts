/**
 * `npm run addresses`: lists the address book, oldest entry first, with the answer for each past address.
 * An address, such as `/blog/growth`, asks what the address answers and why; `add` and `forget` correct the book. The
 * command reads the book of this machine. When NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN are set, it reads the book on
 * Netlify, and the next build there applies the changes.
 */
import { getStore } from '@netlify/blobs';
import { addressStore, readBlobBook, writeBlobBook } from '#engine/netlify/index.ts';
import {
  addAlias,
  createFindPast,
  forget,
  isListAddress,
  listHomes,
  listLiveAddresses,
  openAddressFile,
  type AddressBook,
  type LiveAddresses,
} from '#engine/addresses/index.ts';
import { getSnapshotDirectory, sampleAccount, type Config } from '#engine/config.ts';
import { collections } from '#collections/index.ts';
import { codePages } from '#documents/code-pages.ts';
import { company } from '#data/company.ts';
import { findRedirect } from '#engine/redirects.ts';
import { findSlugProblem, type Problem } from '#engine/content/index.ts';
import { toLine } from '#engine/log.ts';
import { createRead, formatTime } from '#engine/content/read.ts';
import { CommandError, parseArguments, runCommand } from './command-line/command.ts';
import { loadConfig } from './command-line/environment.ts';
import { hasDataFolder } from './command-line/data-folder.ts';

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

interface Content {
  live: LiveAddresses;
  leftOut: readonly Problem[];
}

/** The live addresses and the entries left out: of the snapshot, or on Netlify of the book. @throws {CommandError} */
async function readContent(config: Config, book: AddressBook): Promise<Content> {
  if (config.netlifySite) return { live: listHomes(book), leftOut: [] };
  const read = createRead(getSnapshotDirectory(config));
  const live = await listLiveAddresses(read).catch(() => null);
  if (!live)
    throw new CommandError(
      `There is no content in ${config.dataDirectory}: set DATA_DIR in .env, which the server and this command read, or run 'npm run build'.`,
    );
  const { problems } = await read({ type: 'report' });
  return { live, leftOut: problems.filter(({ isLeftOut }) => isLeftOut) };
}

function formatBookTable(book: AddressBook, live: LiveAddresses): string {
  const find = createFindPast(book);
  return [...book.values()]
    .flatMap(({ path, at, owner }) => {
      if (live.has(path)) return [];
      const past = find(path);
      const answer = past?.status === 301 ? `301 ${past.to}` : past ? '410' : '404';
      return [`${at.slice(0, 16)}  ${path}  ${answer}  ${owner ?? 'forgotten'}`];
    })
    .join('\n');
}

/** Reads `/blog/growth`, or the whole address of a page. @throws {CommandError} */
function parsePath(written: string, { site }: Config): string {
  const url = /^(\/|https?:)/.test(written) ? URL.parse(written, site.url) : null;
  if (!url)
    throw new CommandError(
      `'${written}' is neither a command nor an address: use add, forget, or a path such as /blog/growth.`,
    );
  const path = url.pathname.replace(/(?<=.)\/+$/, '');
  try {
    return decodeURI(path);
  } catch {
    throw new CommandError(`'${written}' has percent signs that encode nothing.`);
  }
}

/** Says what a path answers, since when and why. */
function explain(path: string, book: AddressBook, { live, leftOut }: Content): string {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  const list = collections.find((one) => path === `${one.path}/${slug}`);
  const known = book.get(path);
  const owner = live.get(path);
  const past = createFindPast(book)(path);
  const problem = list ? findSlugProblem(slug) : null;
  const redirect = findRedirect(path);
  const since = (time = known?.at) =>
    time ? ` since ${formatTime(Date.parse(time), company.timeZone)} (${company.timeZone})` : '';
  const getAnswer = () => {
    if (codePages.some((page) => page.path === path)) return '200: a page of the code';
    if (owner !== undefined)
      return `200${since()}: ${owner === path ? 'a list' : `entry ${owner}`}`;
    if (redirect) return `${redirect.status} to ${redirect.to}: src/data/redirects.ts`;
    if (past?.status === 301)
      return `301 to ${past.to}${known?.isAlias ? `${since()}: added by hand` : `${since(known?.gone)}: renamed`}`;
    if (past) return `410${since(known?.gone ?? '')}: gone`;
    if (known) return `404${since()}: forgotten by hand`;
    if (problem) return `404: no entry can have it, because the slug ${problem}`;
    return isListAddress(path)
      ? '404: no page ever had it'
      : '404, unless the code has a file there';
  };
  const ofList = leftOut.filter(({ collection }) => collection === list?.name);
  const ofSlug = ofList.filter((one) => one.slug === slug);
  const isUnknown = owner === undefined && !known && ofSlug.length === 0;
  // An entry without a usable slug may be the one that is missed at an unknown address.
  const reasons = (isUnknown ? ofList.filter((one) => one.slug === null) : ofSlug).map(
    ({ entryId, entryTitle, field, message }) =>
      `\n  not shown: entry ${entryId} '${entryTitle.slice(0, 60)}', because its ${field} ${message}`,
  );
  return `${path} answers ${getAnswer()}${reasons.join('')}`;
}

function mend(book: AddressBook, [command, path = '', to = '']: readonly string[]): AddressBook {
  if (command === 'forget' && book.has(path)) return forget(book, path, new Date());
  if (command === 'forget') throw new CommandError(`${path || 'This'} is not in the address book.`);
  if (!isListAddress(path))
    throw new CommandError(
      `Only addresses below ${collections.map((one) => one.path).join(' and ')} can redirect.`,
    );
  const mended = addAlias(book, path, to, new Date());
  if (!mended) throw new CommandError(`No entry has the address '${to}'.`);
  return mended;
}

await runCommand(async () => {
  const { positionals } = parseArguments({ allowPositionals: true });
  const config = loadConfig();
  const [command, path = ''] = positionals;
  const isChange = command === 'add' || command === 'forget';
  if (!config.netlifySite) await hasDataFolder(config.dataDirectory, 'addresses', isChange);
  const store = openStore(config);
  const book = await store.read();
  const { live, leftOut } = await readContent(config, book);
  if (command === undefined) {
    console.log(formatBookTable(book, live) || 'The site has no past addresses.');
  } else if (isChange) {
    if (live.has(path))
      throw new CommandError(`${path} is a page of the site, so it cannot redirect.`);
    await store.change((current) => mend(current, positionals));
    console.log(`Saved in the address book: ${positionals.join(' ')}`);
  } else {
    const answers = positionals.map((written) =>
      explain(parsePath(written, config), book, { live, leftOut }),
    );
    console.log(answers.join('\n').split('\n').map(toLine).join('\n'));
    if (config.netlifySite)
      console.log('What is left out, and why, is in the log of the last build.');
  }
});
