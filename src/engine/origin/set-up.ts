/** Sets Astro up for a site of the engine: its configuration, its host, and pages that the site lacks. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HookParameters } from 'astro';
import { sessionDrivers } from 'astro/config';
import { checkProject } from './check-project.ts';
import { contentReportPath } from '../declare/collections.ts';
import { getPageSettings, type Config } from '../config.ts';
import { getPictureOrigin, getSnapshotDirectory } from '../account.ts';
import { ConfigError } from '../base/config-error.ts';
import { loadConfig } from '../processes/index.ts';
import { leads } from '../site.ts';
import { isForNode } from './bundle.ts';
import { formatDevPolicy, listHashes } from './csp-config.ts';
import { getNodeSettings } from './node-adapter.ts';
import type { Options } from './options.ts';
import { refuseSettings } from './refused-settings.ts';

/** The configuration from bundle.ts. Astro's own commands have none and read the environment. */
function getConfig(): Config {
  const given = process.env.BUILD_CONFIG;
  // Our own process wrote it.
  return given === undefined ? loadConfig() : (JSON.parse(given) as Config);
}

const resolveHere = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Names the layout of the engine's own pages. @throws {ConfigError} for a file that is not there */
function findLayout(root: URL, { layout }: Options): string {
  if (layout === undefined) return resolveHere('pages/Layout.astro');
  const file = fileURLToPath(new URL(layout, root));
  if (existsSync(file)) return file;
  throw new ConfigError(
    `contentfulSite in astro.config.mjs: 'layout' names no file of the project: ${layout}.`,
  );
}

/** The engine's own pages, by their addresses. */
const ownPages = {
  '/404': 'not-found.astro',
  '/live/[list]': 'waiting.astro',
  '/live/[list]/[state]': 'missing.astro',
  ...(leads && { [leads.sentPath]: 'sent.astro' }),
};
/** What follows the address in the name of a file in src/pages that takes the place of such a page. */
const endings = ['.astro', '.md', '.mdx', '/index.astro', '/index.md', '/index.mdx'];

/** What pages and middleware read as `import.meta.env`. */
const getDefinitions = (
  config: Config,
  { security }: HookParameters<'astro:config:setup'>['config'],
) => ({
  ...getPageSettings(config),
  SNAPSHOT_DIRECTORY: getSnapshotDirectory(config),
  PICTURE_ORIGIN: getPictureOrigin(config.contentful),
  POLICY_HASHES: listHashes(security),
  DEV_POLICY: formatDevPolicy(security),
});

/** @param addHost adds what a build writes for its host @returns the file of its `Host` */
export async function setUp(
  astro: HookParameters<'astro:config:setup'>,
  options: Options,
  addHost: (astro: HookParameters<'astro:config:setup'>, config: Config) => string,
): Promise<void> {
  const {
    addMiddleware,
    config: astroConfig,
    command,
    injectRoute,
    injectScript,
    updateConfig,
  } = astro;
  await checkProject();
  const config = getConfig();
  refuseSettings(astroConfig);
  const { hostname, protocol, port } = new URL(config.site.url);
  const modules: Record<string, string> = {
    layout: findLayout(astroConfig.root, options),
    host: resolveHere('on-node.ts'),
  };
  updateConfig({
    site: config.site.url,
    trailingSlash: 'never',
    // Two more than the second thread takes (prerender-entry.ts), so that this one makes pages while others are written.
    build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
    image: { service: { entrypoint: resolveHere('image-service.ts') } },
    // As Astro's Node adapter has it, in dev too.
    session: astroConfig.session ?? {
      driver: sessionDrivers.fsLite({
        base: fileURLToPath(new URL('sessions', astroConfig.cacheDir)),
      }),
    },
    cache: { provider: { entrypoint: resolveHere('cache-provider.ts') } },
    // The front says whose host name was asked, and who asks.
    security: {
      allowedDomains: [{ hostname, protocol: protocol.slice(0, -1), ...(port && { port }) }],
    },
    vite: {
      plugins: [
        {
          name: 'engine-modules',
          resolveId: (id) => modules[id.replace('virtual:contentful-site/', '')],
          configEnvironment: (name) => {
            const input = resolveHere('prerender-entry.ts');
            return name === 'prerender' ? { build: { rolldownOptions: { input } } } : undefined;
          },
        },
      ],
      // As a part of a style no picture and no typeface may be loaded. Of scripts Astro decides.
      build: { assetsInlineLimit: (file: string) => (/\.m?js$/.test(file) ? undefined : false) },
      define: Object.fromEntries(
        Object.entries(getDefinitions(config, astroConfig)).map(([name, value]) => [
          `import.meta.env.${name}`,
          JSON.stringify(value),
        ]),
      ),
    },
  });
  addMiddleware({
    entrypoint: resolveHere(command === 'dev' ? 'dev-middleware.ts' : 'middleware.ts'),
    order: 'pre',
  });
  if (isForNode()) updateConfig(getNodeSettings());
  else modules.host = addHost(astro, config);
  for (const [pattern, page] of Object.entries(ownPages)) {
    const isReplaced = endings.some((ending) =>
      existsSync(new URL(`pages${pattern}${ending}`, astroConfig.srcDir)),
    );
    if (!isReplaced) injectRoute({ pattern, entrypoint: resolveHere(`pages/${page}`) });
  }
  for (const name of ['sw.js', 'service-worker.js', 'serviceWorker.js'])
    if (!existsSync(new URL(name, astroConfig.publicDir)))
      injectRoute({ pattern: `/${name}`, entrypoint: resolveHere('pages/service-worker.ts') });
  if (config.contentful?.showsDrafts) {
    injectRoute({
      pattern: contentReportPath,
      entrypoint: resolveHere('pages/content-report.astro'),
    });
    injectScript('page', `import ${JSON.stringify(resolveHere('pages/draft-preview.ts'))};`);
  }
}
