/** What a site must not set or add, because the engine does it or no host can: Astro alone would ignore it in silence. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, HookParameters } from 'astro';
import { ConfigError } from '../config-error.ts';

type Settings = Pick<
  AstroConfig,
  | 'adapter'
  | 'base'
  | 'build'
  | 'cache'
  | 'env'
  | 'experimental'
  | 'fetchFile'
  | 'i18n'
  | 'image'
  | 'integrations'
  | 'output'
  | 'publicDir'
  | 'redirects'
  | 'root'
  | 'routeRules'
  | 'security'
  | 'session'
  | 'site'
  | 'srcDir'
  | 'trailingSlash'
>;

type RouteOptions = HookParameters<'astro:route:setup'>['route'];

const forVisitors = 'no page is made for one visitor';

/** Each setting that is refused, whether it is set, and what to do instead. */
const settings: readonly (readonly [
  name: string,
  isSet: (config: Settings, siteUrl: string) => unknown,
  wayOut: string,
])[] = [
  [
    'adapter',
    ({ adapter }) => adapter,
    'remove it: the engine has its own hosts, Node and Netlify',
  ],
  [
    'integrations',
    ({ integrations }) =>
      integrations.some(({ name }) =>
        /^@astrojs\/(?:alpinejs|preact|solid-js|svelte|vue)$/.test(name),
      ),
    'islands are of React: other frameworks make HTML or code of text in browsers, which no script may',
  ],
  ['output', ({ output }) => output !== 'static', `remove it: ${forVisitors}`],
  ['session', ({ session }) => session, `remove it: ${forVisitors}`],
  ['cache', ({ cache }) => cache, 'remove it: the engine says how long an answer is kept'],
  [
    'routeRules',
    ({ routeRules }) => routeRules,
    'remove it: the engine says how long an answer is kept',
  ],
  [
    'site',
    ({ site }, siteUrl) => site !== undefined && new URL(site).origin !== siteUrl,
    'remove it, and set SITE_URL in .env or the environment',
  ],
  ['base', ({ base }) => base !== '/', 'remove it: a site has a host name of its own'],
  [
    'redirects',
    ({ redirects }) => Object.keys(redirects).length > 0,
    "write them into 'redirects' of the site (src/site.ts), which both hosts follow",
  ],
  [
    'trailingSlash',
    ({ trailingSlash }) => trailingSlash === 'always',
    'remove it: an address ends without a slash, and one with a slash leads there',
  ],
  ['build.format', ({ build }) => build.format === 'preserve', 'remove it: a page is a file'],
  [
    'build.inlineStylesheets',
    ({ build }) => build.inlineStylesheets === 'never',
    'remove it: the policy allows the styles in a page alone',
  ],
  ['build.assets', ({ build }) => build.assets !== '_astro', 'remove it: files are in /_astro/'],
  ['build.assetsPrefix', ({ build }) => build.assetsPrefix, 'remove it: files are on this site'],
  [
    'image.service',
    ({ image }) => image.service.entrypoint !== 'astro/assets/services/sharp',
    'remove it: a picture is shown as its file is',
  ],
  [
    'security.csp',
    ({ security }) => security.csp,
    'remove it: the engine sends a stricter policy, as a header',
  ],
  [
    'i18n',
    ({ i18n }) =>
      i18n &&
      (i18n.domains ??
        i18n.fallback ??
        (i18n.routing === 'manual' || i18n.routing.prefixDefaultLocale)),
    "give it 'defaultLocale' and 'locales' alone, and each language its pages",
  ],
  [
    'env.schema',
    ({ env }) =>
      Object.entries(env.schema).some(
        ([name, { access }]) => access === 'public' && !name.startsWith('PUBLIC_'),
      ),
    'begin the name of each public variable with PUBLIC_: a server bundles the code anew when one changes',
  ],
  [
    'experimental.clientPrerender',
    ({ experimental }) => experimental.clientPrerender,
    'remove it, and write the rules into <script is:inline type="speculationrules">',
  ],
  [
    'fetchFile',
    ({ fetchFile, srcDir }) =>
      globSync(`${fetchFile}.{ts,js,mjs,mts}`, { cwd: fileURLToPath(srcDir) }).length > 0,
    'set it to null, and rename or remove that file: the engine answers requests',
  ],
  [
    'srcDir',
    ({ srcDir, root }) => srcDir.href !== new URL('src/', root).href,
    'remove it: a server looks for changes in src/',
  ],
  [
    'publicDir',
    ({ publicDir, root }) => publicDir.href !== new URL('public/', root).href,
    'remove it: a server looks for changes in public/',
  ],
];

/** Integrations, by their names. */
const integrations: Readonly<Record<string, string>> = {
  '@astrojs/sitemap':
    "remove sitemap(): the engine writes the sitemap, anew after a publish. 'pages' of the site leaves a page out by 'indexed: false'",
  '@astrojs/alpinejs':
    'remove alpinejs(): no script makes code of text. Write a <script>, or an island',
  '@astrojs/partytown': 'remove partytown(): no page runs scripts of another site',
};

/** Files that Astro or a host would look for, from the root of the project. */
const files: readonly (readonly [pattern: string, wayOut: string])[] = [
  ['src/actions{.ts,.js,/index.ts,/index.js}', `remove it: ${forVisitors}`],
  ['src/pages/500.{astro,md,mdx,html}', 'remove it: no page is made while a page fails'],
  ['public/_headers', 'remove it: the engine writes the headers'],
  [
    'public/_redirects',
    "remove it: the engine writes it from 'redirects' of the site (src/site.ts)",
  ],
];

/** @throws one sentence that names the file of a route that no host can serve, with the way out */
export function refuseRoute({ component, prerender }: RouteOptions): void {
  if (prerender === false)
    throw new ConfigError(
      `${component}: ${forVisitors}. Remove 'prerender = false', and list the pages of a dynamic route by getStaticPaths.`,
    );
  if (/^src\/pages\/(?:.*\/)?[^/.]+\.[cm]?[jt]s$/.test(component.replace('...', '')))
    throw new ConfigError(
      `${component}: hosts know the type of an endpoint by its ending. Name it as in data.json.ts.`,
    );
}

/** @param siteUrl the origin that SITE_URL names @throws one sentence that names the first setting or file, with the way out */
export function refuseSettings(config: Settings, siteUrl: string): void {
  const setting = settings.find(([, isSet]) => isSet(config, siteUrl));
  if (setting) throw new ConfigError(`'${setting[0]}' in astro.config.mjs: ${setting[2]}.`);
  for (const { name } of config.integrations)
    if (integrations[name] !== undefined)
      throw new ConfigError(`${name} in astro.config.mjs: ${integrations[name]}.`);
  const root = fileURLToPath(config.root);
  for (const [pattern, wayOut] of files) {
    const [found] = globSync(pattern, { cwd: root });
    if (found !== undefined) throw new ConfigError(`${found}: ${wayOut}.`);
  }
}
