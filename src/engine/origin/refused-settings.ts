/** What a site must not set in astro.config.mjs, because it is the engine's: Astro alone would take the engine's value in silence. */
import type { AstroConfig } from 'astro';
import { ConfigError } from '../base/config-error.ts';

type Settings = Pick<AstroConfig, 'adapter' | 'base' | 'build' | 'output' | 'trailingSlash'>;

/** Each setting that is refused, whether it is set, and what to do instead. */
const settings: readonly (readonly [string, (config: Settings) => boolean, string])[] = [
  [
    'adapter',
    ({ adapter }) => adapter !== undefined,
    'remove it: the engine has its own hosts, Node and Netlify',
  ],
  [
    'output',
    ({ output }) => output !== 'static',
    "remove it, and write 'prerender = false' into a page that is made for each visitor",
  ],
  ['base', ({ base }) => base !== '/', 'remove it: a site has a host name of its own'],
  [
    'trailingSlash',
    ({ trailingSlash }) => trailingSlash === 'always',
    'remove it: an address ends without a slash, and one with a slash leads there',
  ],
  ['build.format', ({ build }) => build.format === 'preserve', 'remove it: a page is a file'],
];

/** @throws {ConfigError} one sentence that names the first setting, with the way out */
export function refuseSettings(config: Settings): void {
  const found = settings.find(([, isSet]) => isSet(config));
  if (found) throw new ConfigError(`'${found[0]}' in astro.config.mjs: ${found[2]}.`);
}
