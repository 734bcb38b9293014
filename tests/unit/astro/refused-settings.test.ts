/** What a site must not set, because Astro alone would ignore it in silence, ends dev and build with one sentence. */
import { validateConfig } from 'astro/config';
import { expect, test } from 'vitest';
import { refuseRoute, refuseSettings } from '#engine/astro/refused-settings.ts';
import { createFolder, type Files } from '../../fixtures/folder.ts';

async function refuse(config: object, files: Files = {}): Promise<void> {
  const parsed = await validateConfig(config, await createFolder(files), 'build');
  refuseSettings(parsed, 'https://www.example.com');
}

test.each([
  { output: 'server' },
  { integrations: [{ name: '@astrojs/svelte', hooks: {} }] },
  { session: { driver: { entrypoint: 'x' } } },
  { site: 'https://other.example' },
  { base: '/sub' },
  { redirects: { '/old': '/' } },
  { trailingSlash: 'always' },
  { build: { format: 'preserve' } },
  { build: { inlineStylesheets: 'never' } },
  { build: { assets: 'files' } },
  { build: { assetsPrefix: 'https://cdn.example' } },
  { image: { service: { entrypoint: 'astro/assets/services/noop' } } },
  { security: { csp: true } },
  { i18n: { defaultLocale: 'en', locales: ['en', 'de'], fallback: { de: 'en' } } },
  { i18n: { defaultLocale: 'en', locales: ['en'], routing: { prefixDefaultLocale: true } } },
  { env: { schema: { NAME: { type: 'string', context: 'server', access: 'public' } } } },
  { experimental: { clientPrerender: true } },
  { srcDir: './source' },
  { publicDir: './static' },
])('the setting %j is refused by its name', async (config) => {
  // The whole name of a part is in the sentence, such as 'build.format'.
  const [name = ''] = Object.keys(config);
  await expect(refuse(config)).rejects.toThrow(new RegExp(`^'${name}[.'].* in astro.config.mjs: `));
});

test.each(['src/actions/index.ts', 'src/pages/500.astro', 'public/_headers', 'public/_redirects'])(
  'the file %s is refused by its name',
  async (file) => {
    await expect(refuse({}, { [file]: '' })).rejects.toThrow(`${file}: remove it`);
  },
);

test('what a site needs is taken as it is, its address too', async () => {
  const i18n = { defaultLocale: 'en', locales: ['en', 'de'] };
  const config = {
    site: 'https://www.example.com/',
    trailingSlash: 'never',
    i18n,
    fetchFile: null,
  };
  await refuse(config, { 'src/fetch.ts': '', 'src/pages/index.astro': '' });
  await expect(refuse({}, { 'src/fetch.ts': '' })).rejects.toThrow("'fetchFile'");
});

test('an endpoint has the ending of its type, and no page is made for one visitor', () => {
  for (const name of ['answer.ts', 'v1.0/[id].ts', '[...rest].js'])
    expect(() => refuseRoute({ component: `src/pages/${name}` })).toThrow(name);
  for (const name of [
    '[...slug].xml.ts',
    '[slug].png.ts',
    'data.json.js',
    'robots.txt.ts',
    '[slug].astro',
  ])
    refuseRoute({ component: `src/pages/${name}` });
  const onDemand = { component: 'src/pages/cart.astro', prerender: false };
  expect(() => refuseRoute(onDemand)).toThrow('no page is made for one visitor');
});
