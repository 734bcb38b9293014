/** The files that a build writes for Netlify: redirects, headers, address book, and functions of its own. */
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { getStore } from '@netlify/blobs';
import * as v from 'valibot';
import { getSnapshotDirectory, sampleAccount, type Config } from '../config.ts';
import { failedPath, notFoundPath, waitingPath } from '../collections.ts';
import { collections, contentReportPath, receiptName } from '../site.ts';
import { getPictureOrigin, type ContentfulAccount } from '../content/contentful/index.ts';
import { createRead } from '../content/read.ts';
import { goneEnding } from '../disk/index.ts';
import { formatBook, listLiveAddresses, updateBook } from '../addresses/index.ts';
import { parseJson } from '../schemas.ts';
import { createServedPages, makeDoor, type Door } from '../serve/index.ts';
import { previewHeaders } from '../headers/index.ts';
import { loadRenderer } from '../pages/index.ts';
import { parseInlineParts } from '../render/index.ts';
import { readSite, type Site } from '../table/index.ts';
import {
  addressStore,
  readBlobBook,
  readLastBlobPaths,
  renderPastRules,
  writeBlobBook,
} from './addresses.ts';
import { addPolicyToNotFound, renderNetlifyHeaders } from './headers.ts';
import type { BuiltForLive } from './live-page.ts';
import { renderNetlifyRedirects } from './redirects.ts';

const openAddressStore = ({ netlifySite }: Config) => {
  const credentials = netlifySite && { siteID: netlifySite.id, token: netlifySite.token };
  return getStore({ name: addressStore, ...credentials });
};

/** The last path of each entry that was live, by id, also for a build without a cache. */
export const readLastPaths = (config: Config) =>
  readLastBlobPaths(openAddressStore(config), config.contentful ?? sampleAccount);

/** Adds the addresses of this build to the book. Returns the redirect rules for past addresses. */
async function keepAddresses(config: Config): Promise<string> {
  const account = config.contentful ?? sampleAccount;
  const read = createRead(getSnapshotDirectory(config));
  const live = await listLiveAddresses(read).finally(() => read.close());
  // A build without content must not turn every address into a past address.
  if (!live) return '';
  try {
    const blobs = openAddressStore(config);
    const before = await readBlobBook(blobs, account);
    const { book, dropped } = updateBook(before, live, new Date());
    if (dropped > 0) console.warn(`warning: ${dropped} past addresses were too many.`);
    if (formatBook(book, account) !== formatBook(before, account))
      await writeBlobBook(blobs, account, book);
    return renderPastRules(book, live);
  } catch {
    console.warn(
      'warning: Blobs could not be asked for past addresses; links to these answer 404 until the next build.',
    );
    return '';
  }
}

/** Renders the answers of pictures and downloads that were taken back. */
const renderGoneMedia = ({ dataDirectory }: Config) =>
  globSync(`*${goneEnding}`, { cwd: join(dataDirectory, 'media') })
    .map((name) => `/media/${basename(name, goneEnding)} /404 410\n`)
    .sort()
    .join('');

const receipt = v.object({ status: v.string() });

/** Whether a built site shows that its content could not be loaded. */
const isDegraded = async (directory: string): Promise<boolean> => {
  const text = await readFile(join(directory, receiptName), 'utf8').catch(() => '');
  return parseJson(receipt, text)?.status === 'failed';
};

/** A built site has pages of one code. */
async function readInlineParts({ inlineParts }: Site) {
  const [file] = inlineParts.values();
  return file ? parseInlineParts(await readFile(file.path, 'utf8')) : null;
}

/** What nobody else says: the Deploy to Netlify button cannot ask for a hook of a site that is not there yet. */
export const withoutBuildHook =
  'NETLIFY_BUILD_HOOK_URL is not set: a publish builds nothing on Netlify. Make a build hook there (Site configuration, Build & deploy, Build hooks), set its address as this variable, and deploy.';

/** Writes the redirects and headers of a built site for Netlify. The Node server has both in code. */
export async function writeNetlifyFiles(config: Config, directory: string): Promise<void> {
  const { site } = config;
  const built = await readSite(directory);
  const { files, notFound, waiting } = built;
  const inlineParts = await readInlineParts(built);
  const all = [...files.values(), ...waiting.values(), ...(notFound ? [notFound] : [])];
  const headers = renderNetlifyHeaders(all, {
    siteUrl: site.url,
    inlineParts,
    pictureOrigin: getPictureOrigin(config.contentful),
    isPreview: site.isPreview,
    showsDrafts: config.contentful?.showsDrafts ?? false,
  });
  await writeFile(join(directory, '_headers'), headers);
  const isLiveSite = site.isOnNetlify && !site.isPreview;
  if (isLiveSite && config.contentful && config.netlifyBuildHookUrl === null)
    console.warn(`warning: ${withoutBuildHook}`);
  const past = (isLiveSite ? await keepAddresses(config) : '') + renderGoneMedia(config);
  const redirects = {
    past,
    hasLivePages: site.isOnNetlify,
    isDegraded: await isDegraded(directory),
  };
  await writeFile(join(directory, '_redirects'), renderNetlifyRedirects(redirects));
  if (site.isOnNetlify && notFound) {
    const html = addPolicyToNotFound(await readFile(notFound.path, 'utf8'), inlineParts);
    // The file may be a link into the cache of the build.
    await rm(notFound.path);
    await writeFile(notFound.path, html);
  }
}

const engine = join(import.meta.dirname, '..');
/** Netlify's Frameworks API adds the functions that a build writes here to those in the code. */
const frameworks = join(engine, '..', '..', '.netlify', 'v1');
const toImport = (directory: string, file: string) =>
  relative(directory, file).split(sep).join('/');

/**
 * Writes the function for live pages, which contains the bundled code of the pages.
 * @param site folder of the built site
 */
export async function writeLivePages(
  { contentful, site: { url: siteUrl, isPreview } }: Config,
  site: string,
  rendererDirectory: string,
  functions = join(frameworks, 'functions'),
): Promise<void> {
  const states = [waitingPath, notFoundPath, failedPath];
  const shown: string[] = collections.flatMap((one) => states.map((get) => get(one)));
  if (await isDegraded(site)) shown.push(...collections.map(({ path }) => path));
  const toServed = createServedPages(siteUrl, contentful);
  const inlineParts = await readInlineParts(await readSite(site));
  const pages = shown.map((path) => {
    const html = readFileSync(join(site, `${path}.html`), 'utf8');
    return [path, toServed(path, html, inlineParts)] as const;
  });
  const built: BuiltForLive = { siteUrl, isPreview, pages: Object.fromEntries(pages) };
  const directory = join(functions, 'live-page');
  await mkdir(directory, { recursive: true });
  await writeFile(
    join(directory, 'live-page.ts'),
    `import { createLivePage } from '${toImport(directory, join(engine, 'netlify', 'live-page.ts'))}';
export default createLivePage(
  ${JSON.stringify(built)},
  () => import('${toImport(directory, join(rendererDirectory, 'server', 'entry.mjs'))}'),
);
`,
  );
}

/** Formats a function behind the door. @param shown what it answers who may enter, in code */
const formatGuarded = (directory: string, door: Door, path: string, limit: number, shown = '') =>
  `import { createDoor } from '${toImport(directory, join(engine, 'serve', 'draft-access.ts'))}';
const enter = createDoor(${JSON.stringify(door)});
export default async (request, { ip }) => (await enter(request, ip))${shown};
export const config = {
  path: '${path}',
  rateLimit: { windowLimit: ${limit}, windowSize: 180, aggregateBy: ['ip', 'domain'] },
};
`;

/** Writes the function for the content report. A site without a password has none; one with drafts has a page. */
export async function writeContentReport(
  config: Config & { contentful: ContentfulAccount },
  rendererDirectory: string,
  functions = join(frameworks, 'functions'),
): Promise<void> {
  const { contentful, site } = config;
  const file = join(functions, 'content-report.ts');
  await rm(file, { force: true });
  const door = contentful.showsDrafts ? null : makeDoor(config);
  if (!door) return;
  const { inlineParts, render } = await loadRenderer(rendererDirectory);
  const read = createRead(getSnapshotDirectory(config));
  const { content } = await render(contentReportPath, read).finally(read.close);
  const toServed = createServedPages(site.url, contentful);
  const page = toServed(contentReportPath, content.toString(), inlineParts);
  const headers = JSON.stringify({ ...page.headers, ...previewHeaders });
  const shown = ` ?? new Response(${JSON.stringify(page.html)}, { headers: ${headers} })`;
  await mkdir(functions, { recursive: true });
  // Netlify counts the guesses of all instances.
  await writeFile(file, formatGuarded(functions, door, contentReportPath, 30, shown));
}

/**
 * Puts a password in front of a deploy with drafts; other deploys are public. Every Netlify plan includes
 * functions.
 */
export async function writeDraftAccess(
  config: Config,
  directory = join(frameworks, 'edge-functions'),
): Promise<void> {
  const file = join(directory, 'draft-access.ts');
  await rm(file, { force: true });
  const door = config.contentful?.showsDrafts ? makeDoor(config) : null;
  if (!door) return;
  await mkdir(directory, { recursive: true });
  // More requests than an editor makes, of all instances together. Wrong passwords are counted by each instance.
  await writeFile(file, formatGuarded(directory, door, '/*', 1200));
}
