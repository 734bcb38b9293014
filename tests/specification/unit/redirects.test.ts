/** Unknown services paths redirect to /services (spec §2, §8). Netlify's own engine answers for Netlify. */
import { describe, expect, test } from 'vitest';
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

const unknownServices = [
  '/services/marketing',
  '/services/sales',
  '/services/unknown',
  '/services/ai/unknown',
  '/services/unknown/and/deeper',
];

describe('on the Node host', () => {
  test.each(unknownServices)('%s leads to /services', (path) => {
    expect(findFile(site, path)).toMatchObject({ status: 302, to: '/services' });
  });

  test('an existing page has priority', () => {
    expect(findFile(site, '/services')).toMatchObject({ status: 200 });
    expect(findFile(site, '/services/ai')).toMatchObject({ status: 200 });
  });

  test.each(['/servicesque', '/other/services/ai', '/unknown'])('%s is not found', (path) => {
    expect(findFile(site, path)).toMatchObject({ status: 404 });
  });
});

describe('on Netlify', async () => {
  const redirect = await createRedirectEngine(renderNetlifyRedirects());

  test.each(unknownServices)('%s leads to /services', async (path) => {
    expect(await redirect(path)).toEqual({ status: 302, to: '/services', isForced: false });
  });

  test.each(['/services', '/servicesque', '/other/services/ai'])(
    '%s is not redirected',
    async (path) => {
      expect(await redirect(path)).toBeNull();
    },
  );
});
