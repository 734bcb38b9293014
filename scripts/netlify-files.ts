import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { addPolicyToNotFound, renderNetlifyHeaders } from '../src/adapters/netlify/headers.ts';
import { readSite } from '../src/adapters/node/site.ts';
import { getPictureOrigin, type Config } from '../src/config.ts';
import { renderNetlifyRedirects } from '../src/data/redirects.ts';
import { isPage } from '../src/server/headers.ts';

/** Adds to a built site what Netlify reads there: redirects and headers, which the Node server has in code. */
export async function writeNetlifyFiles(config: Config, directory: string): Promise<void> {
  const { files, notFound, live } = await readSite(directory);
  async function* readFiles() {
    for (const file of [...files.values(), ...live.values(), ...(notFound ? [notFound] : [])]) {
      const { address, type, path } = file;
      yield { address, type, html: isPage(file) ? await readFile(path, 'utf8') : '' };
    }
  }
  const headers = await renderNetlifyHeaders(readFiles(), {
    siteUrl: config.site.url,
    pictureOrigin: getPictureOrigin(config.contentful),
    isPreview: config.site.isPreview,
  });
  await writeFile(join(directory, '_headers'), headers);
  await writeFile(join(directory, '_redirects'), renderNetlifyRedirects());
  if (config.site.isOnNetlify && notFound) {
    await writeFile(notFound.path, addPolicyToNotFound(await readFile(notFound.path, 'utf8')));
  }
}

/** Astro integration; the last to write: headers are computed from all files. */
export const netlifyFiles = (config: Config): AstroIntegration => ({
  name: 'netlify-files',
  hooks: {
    'astro:build:done': ({ dir }) => writeNetlifyFiles(config, fileURLToPath(dir)),
  },
});
