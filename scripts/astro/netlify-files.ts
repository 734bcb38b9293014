import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getStore } from '@netlify/blobs';
import type { AstroIntegration } from 'astro';
import {
  addressStore,
  bookName,
  fetchLiveBook,
  readBlobBook,
  renderPastRules,
} from '../../src/engine/netlify/addresses.ts';
import {
  dropOldest,
  emptyBook,
  formatBook,
  mergeBooks,
  rememberLive,
  type Account,
  type AddressBook,
} from '../../src/engine/publish/addresses/address-book.ts';
import { listLiveAddresses } from '../../src/engine/publish/addresses/live-addresses.ts';
import { createRead } from '../../src/engine/content/read.ts';
import { addPolicyToNotFound, renderNetlifyHeaders } from '../../src/engine/netlify/headers.ts';
import { readSite } from '../../src/engine/serve/node/site.ts';
import { getSnapshotDirectory, sampleAccount, type Config } from '../../src/config.ts';
import { renderNetlifyRedirects } from '../../src/data/redirects.ts';
import { isPage } from '../../src/engine/serve/headers.ts';
import { createPagePolicy } from '../../src/engine/serve/page-policy.ts';
import { hashPassword } from '../../src/engine/serve/preview-access.ts';
import { getPictureOrigin } from '../../src/engine/content/index.ts';

/** Whether this build is for the live site on Netlify, not for a preview. */
const isLiveSite = ({ site }: Config) => site.isOnNetlify && !site.isPreview;

/** Merges the two copies of the address book that a build can read. A missing copy is skipped. */
async function readAddressBook(config: Config, account: Account): Promise<AddressBook> {
  const { netlifySite, site } = config;
  const credentials = netlifySite && { siteID: netlifySite.id, token: netlifySite.token };
  const readBlobs = async () =>
    readBlobBook(getStore({ name: addressStore, ...credentials }), account);
  const copies = await Promise.allSettled([readBlobs(), fetchLiveBook(site.url, account)]);
  const found = copies.flatMap((copy) => (copy.status === 'fulfilled' ? [copy.value] : []));
  if (found.length === 0)
    console.warn(
      'warning: neither Blobs nor the live site could be asked for past addresses; links to these answer 404 until the next build.',
    );
  return found.reduce(mergeBooks, emptyBook);
}

/** Writes the book with the addresses of this build. Returns the redirect rules for past addresses. */
async function writeAddressBook(config: Config, directory: string): Promise<string> {
  const account = config.contentful ?? sampleAccount;
  const read = createRead(getSnapshotDirectory(config));
  const live = await listLiveAddresses(read).finally(() => read.close());
  const before = await readAddressBook(config, account);
  const isLive = (path: string) => live?.has(path) ?? false;
  // A build without content must not turn every address into a past address.
  const { book, dropped } = live
    ? dropOldest(rememberLive(before, live, new Date()), isLive)
    : { book: before, dropped: 0 };
  if (dropped > 0) console.warn(`warning: ${dropped} past addresses were too many.`);
  await writeFile(join(directory, bookName), formatBook(book, account));
  return live ? renderPastRules(book, live) : '';
}

/**
 * Writes the redirects and headers of a built site for Netlify. The Node server has both in code.
 * @param getPolicy returns the policy of a page
 */
export async function writeNetlifyFiles(
  config: Config,
  directory: string,
  getPolicy = createPagePolicy,
): Promise<void> {
  const { files, notFound, live } = await readSite(directory);
  // Reads one file at a time, synchronously: awaiting each read would take longer.
  function* readFiles() {
    for (const file of [...files.values(), ...live.values(), ...(notFound ? [notFound] : [])]) {
      const { address, type, path } = file;
      yield { address, type, html: isPage(file) ? readFileSync(path, 'utf8') : '' };
    }
  }
  const headers = renderNetlifyHeaders(readFiles(), {
    siteUrl: config.site.url,
    pictureOrigin: getPictureOrigin(config.contentful),
    isPreview: config.site.isPreview,
    getPolicy,
  });
  await writeFile(join(directory, '_headers'), headers);
  const rules = isLiveSite(config) ? await writeAddressBook(config, directory) : '';
  await writeFile(join(directory, '_redirects'), renderNetlifyRedirects(rules));
  if (config.site.isOnNetlify && notFound) {
    const html = addPolicyToNotFound(await readFile(notFound.path, 'utf8'));
    // The file may be a link into the cache of the build.
    await rm(notFound.path);
    await writeFile(notFound.path, html);
  }
}

const edgeFunctions = join(import.meta.dirname, '..', '..', '.netlify', 'v1', 'edge-functions');
const draftAccess = join(
  import.meta.dirname,
  '..',
  '..',
  'src',
  'engine',
  'netlify',
  'draft-access.ts',
);

/**
 * Puts a password in front of a deploy with drafts; other deploys are public. Netlify's Frameworks API adds
 * the functions that a build writes here to those in the code. Every Netlify plan includes functions.
 */
export async function writeDraftAccess(
  { contentful, preview }: Config,
  directory = edgeFunctions,
): Promise<void> {
  const file = join(directory, 'draft-access.ts');
  await rm(file, { force: true });
  if (!contentful?.showsDrafts || preview.password === null) return;
  await mkdir(directory, { recursive: true });
  const source = relative(directory, draftAccess).split(sep).join('/');
  await writeFile(
    file,
    `import { createDraftAccess } from '${source}';
export default createDraftAccess('${hashPassword(preview.password)}');
export const config = { path: '/*' };
`,
  );
}

/** Astro integration. It must write last, because the headers depend on all files. */
export const netlifyFiles = (config: Config): AstroIntegration => ({
  name: 'netlify-files',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      await writeNetlifyFiles(config, fileURLToPath(dir));
      if (config.site.isOnNetlify) await writeDraftAccess(config);
    },
  },
});
