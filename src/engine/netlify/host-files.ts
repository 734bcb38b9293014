/** What hosts need beside the pages: `_headers` and `_redirects` for Netlify and hosts that read the same, pages for hosts without rules. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config.ts';
import { goneEnding, listFiles } from '../disk/index.ts';
import { describeFile } from '../headers/index.ts';
import { keepAddresses } from './address-book.ts';
import { hasLivePages } from './built-functions.ts';
import { addPolicyToNotFound, renderNetlifyHeaders, type RoutePolicies } from './headers.ts';
import { renderNetlifyRedirects, writeRedirectPages } from './redirects.ts';

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
  policies: RoutePolicies,
): Promise<void> {
  const { site, contentful } = config;
  /** The rules that the site has in public/ come first. */
  const readOwn = (name: string) => readFile(join(directory, name), 'utf8').catch(() => '');
  const names = (await listFiles(directory)).map(([name]) => name);
  const headers = renderNetlifyHeaders(names.map(describeFile), {
    siteUrl: site.url,
    policies,
    isPreview: site.isPreview,
    showsDrafts: contentful?.showsDrafts ?? false,
  });
  await writeFile(join(directory, '_headers'), `${await readOwn('_headers')}${headers}`);
  if (site.isOnNetlify) {
    const notFound = join(directory, '404.html');
    await writeFile(notFound, addPolicyToNotFound(await readFile(notFound, 'utf8'), policies));
  }
  const isLiveSite = site.isOnNetlify && !site.isPreview;
  if (isLiveSite && hasLivePages(config) && config.netlifyBuildHookUrl === null)
    console.warn(`warning: ${withoutBuildHook}`);
  // Last, because the book is that of sites that went live.
  const past = (isLiveSite ? await keepAddresses(config) : '') + renderGoneMedia(config);
  const withPage = await writeRedirectPages(site.url, directory);
  const redirects = renderNetlifyRedirects({ withPage, past, hasLivePages: hasLivePages(config) });
  await writeFile(join(directory, '_redirects'), `${await readOwn('_redirects')}${redirects}`);
}
