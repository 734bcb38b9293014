/** What a site must not set, because the engine's value would take its place in silence, ends dev and build with one sentence. */
import { validateConfig } from 'astro/config';
import { expect, test } from 'vitest';
import { refuseSettings } from '#engine/origin/refused-settings.ts';
import { createFolder } from '../../fixtures/folder.ts';

const refuse = async (config: object) =>
  refuseSettings(await validateConfig(config, await createFolder(), 'build'));

test.each([
  { adapter: { name: 'other', hooks: {} } },
  { output: 'server' },
  { base: '/sub' },
  { trailingSlash: 'always' },
  { build: { format: 'preserve' } },
])('the setting %j is refused by its name', async (config) => {
  // The whole name of a part is in the sentence, such as 'build.format'.
  const [name = ''] = Object.keys(config);
  await expect(refuse(config)).rejects.toThrow(new RegExp(`^'${name}[.'].* in astro.config.mjs: `));
});

test('all else is taken as Astro has it', async () => {
  const i18n = { defaultLocale: 'en', locales: ['en', 'de'] };
  const site = 'https://www.example.com/';
  await refuse({ site, trailingSlash: 'never', i18n, redirects: { '/old': '/' } });
});
