/** Unknown paths below /services lead there. Netlify's own engine answers for Netlify. */
import { expect, test } from 'vitest';
import type { Site } from '../../../src/engine/publish/index.ts';
import { findFile } from '../../../src/engine/serve/node/find-file.ts';
import { renderNetlifyRedirects } from '../../../src/data/redirects.ts';
import { createRedirectEngine } from '../../support/netlify-redirects.ts';

const page = (name: string) => ({
  address: `/${name}`,
  path: `/site/${name}.html`,
  type: 'text/html',
  isText: true,
  digest: null,
});
const site: Site = {
  files: new Map([
    ['/services', page('services')],
    ['/services/ai', page('services/ai')],
  ]),
  notFound: page('404'),
  waiting: new Map(),
  folders: new Map(),
};

const redirect = await createRedirectEngine(renderNetlifyRedirects());

test.each(['/services/marketing', '/services/ai/unknown', '/services/unknown/and/deeper'])(
  '%s leads to /services on both hosts',
  async (path) => {
    const answer = { status: 302, to: '/services' };
    expect(findFile(site, path)).toMatchObject(answer);
    expect(await redirect(path)).toEqual({ ...answer, isForced: false });
  },
);

test.each([
  ['/services', 200],
  ['/services/ai', 200],
  ['/servicesque', 404],
  ['/other/services/ai', 404],
])('%s is not redirected: %i', async (path, status) => {
  expect(findFile(site, path)).toMatchObject({ status });
  // Netlify asks for its redirects where no file is.
  if (status === 404) expect(await redirect(path)).toBeNull();
});
