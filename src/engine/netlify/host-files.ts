/** `_headers` and `_redirects` of a built site, for Netlify and hosts that read the same. The Node server has both in code. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { getSnapshotDirectory, type Config } from '../config.ts';
import { getPictureOrigin } from '../content/contentful/index.ts';
import { createRead } from '../content/read.ts';
import { goneEnding, listFiles } from '../disk/index.ts';
import { describeFile, type InlineParts } from '../headers/index.ts';
import { keepAddresses } from './address-book.ts';
import { hasLivePages } from './built-functions.ts';
import { addPolicyToNotFound, renderNetlifyHeaders } from './headers.ts';
import { renderNetlifyRedirects } from './redirects.ts';

/** Renders the answers of pictures and downloads that were taken back. */
const renderGoneMedia = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) =>
  globSync(`*${goneEnding}`, { cwd: join(dataDirectory, 'media') })
    .map((name) => `/media/${basename(name, goneEnding)} /404 410\n`)
    .sort()
    .join('');

/** What nobody else says: the Deploy to Netlify button cannot ask for a hook of a site that is not there yet. */
export const withoutBuildHook =
  'NETLIFY_BUILD_HOOK_URL is not set: nothing builds when an editor publishes, and a withheld post waits for the next build. Make a build hook on Netlify (Site configuration, Build & deploy, Build hooks), set its address as this variable, deploy, and let a webhook of Contentful call the same address.';

/** Writes the files into the folder of a built site. @throws {OwnError} when the past addresses cannot be read */
export async function writeHostFiles(
  config: Config,
  directory: string,
  inlineParts: InlineParts,
): Promise<void> {
  const { site, contentful } = config;
  const names = (await listFiles(directory)).map(([name]) => name);
  const headers = renderNetlifyHeaders(names.map(describeFile), {
    siteUrl: site.url,
    inlineParts,
    pictureOrigin: getPictureOrigin(contentful),
    isPreview: site.isPreview,
    showsDrafts: contentful?.showsDrafts ?? false,
  });
  await writeFile(join(directory, '_headers'), headers);
  if (site.isOnNetlify) {
    const notFound = join(directory, '404.html');
    await writeFile(notFound, addPolicyToNotFound(await readFile(notFound, 'utf8'), inlineParts));
  }
  const isLiveSite = site.isOnNetlify && !site.isPreview;
  if (isLiveSite && hasLivePages(config) && config.netlifyBuildHookUrl === null)
    console.warn(`warning: ${withoutBuildHook}`);
  const read = createRead(getSnapshotDirectory(config));
  const { status } = await read({ type: 'overview' }).finally(read.close);
  // Last, because the book is that of sites that went live.
  const past = (isLiveSite ? await keepAddresses(config) : '') + renderGoneMedia(config);
  const redirects = {
    past,
    hasLivePages: hasLivePages(config),
    isDegraded: status === 'failed',
  };
  await writeFile(join(directory, '_redirects'), renderNetlifyRedirects(redirects));
}
