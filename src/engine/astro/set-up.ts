/** Sets Astro up for a site of the engine: its configuration, pages, and what a build writes beside them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HookParameters } from 'astro';
import { checkProject } from '../check-project.ts';
import { contentReportPath } from '../collections.ts';
import { getPictureOrigin } from '../content/contentful/index.ts';
import { getPageSettings, getSnapshotDirectory, type Config } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { loadConfig } from '../environment.ts';
import { requireAllowedPages } from '../headers/index.ts';
import { hostFiles } from '../netlify/astro.ts';
import { leads } from '../site.ts';
import { isRenderer, rendererAdapter, siteFiles } from '../render/astro.ts';
import type { Options } from './options.ts';
import { alignByAttribute } from './markdown.ts';
import { bundleNoDependencies, encodePaths, nameSiteFiles } from './plugins.ts';
import { refuseSettings } from './refused-settings.ts';
import { readSources } from './sources.ts';

/** The configuration from render/bundle.ts. Astro's own commands have none and read the environment. */
function getConfig(): Config {
  const given = process.env.BUILD_CONFIG;
  // Our own process wrote it.
  return given === undefined ? loadConfig() : (JSON.parse(given) as Config);
}

/** Names the module of an option, or else the engine's own beside this file. @throws {ConfigError} for one that is not there */
function findModule(root: URL, option: keyof Options, file: string | undefined, own: string) {
  if (file === undefined) return fileURLToPath(new URL(own, import.meta.url));
  const module = fileURLToPath(new URL(file, root));
  if (existsSync(module)) return module;
  throw new ConfigError(
    `contentfulSite in astro.config.mjs: '${option}' names no file of the project: ${file}.`,
  );
}

/** A page in public/ has the policy of a page without code. @throws {OwnError} */
function requirePublicPages(directory: string): void {
  const names = globSync('**/*.html', { cwd: directory });
  requireAllowedPages(
    names.map((name) => [`public/${name}`, readFileSync(join(directory, name), 'utf8')]),
    { inlineParts: { scripts: [], routes: [] }, pictureOrigin: null },
  );
}

const getPage = (name: string) => new URL(`pages/${name}`, import.meta.url);

/** The engine's own pages, by their addresses. */
const ownPages = {
  '/404': 'not-found.astro',
  '/live/[list]': 'waiting.astro',
  '/live/[list]/[state]': 'missing.astro',
  ...(leads && { [leads.sentPath]: 'sent.astro' }),
};
/** What follows the address in the name of a file in src/pages that takes the place of such a page. */
const endings = ['.astro', '.md', '.mdx', '/index.astro', '/index.md', '/index.mdx'];

export async function setUp(
  {
    addMiddleware,
    config: astroConfig,
    command,
    injectRoute,
    injectScript,
    updateConfig,
  }: HookParameters<'astro:config:setup'>,
  { layout, inlineParts }: Options,
): Promise<void> {
  await checkProject();
  const config = getConfig();
  const { root, srcDir, publicDir, markdown } = astroConfig;
  refuseSettings(astroConfig, config.site.url);
  requirePublicPages(fileURLToPath(publicDir));
  alignByAttribute(markdown.processor);
  const settings = {
    ...getPageSettings(config),
    SNAPSHOT_DIRECTORY: getSnapshotDirectory(config),
    PICTURE_ORIGIN: getPictureOrigin(config.contentful),
  };
  const files = {
    layout: findModule(root, 'layout', layout, 'pages/Layout.astro'),
    'inline-parts': findModule(root, 'inlineParts', inlineParts, 'inline-parts.ts'),
  };
  updateConfig({
    site: config.site.url,
    trailingSlash: 'never',
    // Rendering waits for files, so a parallel build takes a third of the time.
    build: { format: 'file', inlineStylesheets: 'always', concurrency: 16 },
    image: { service: { entrypoint: fileURLToPath(new URL('image-service.ts', import.meta.url)) } },
    // Shiki writes its colours into style attributes, which no policy allows.
    markdown: { syntaxHighlight: 'prism' },
    vite: {
      plugins: [
        encodePaths,
        nameSiteFiles(files),
        readSources(fileURLToPath(root)),
        ...(command === 'dev' ? [] : [bundleNoDependencies]),
      ],
      // As a part of a style no picture and no typeface may be loaded. Of scripts Astro decides.
      build: { assetsInlineLimit: (file: string) => (/\.m?js$/.test(file) ? undefined : false) },
      define: Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [
          `import.meta.env.${name}`,
          JSON.stringify(value),
        ]),
      ),
    },
  });
  const ofDev = new URL('dev-policy.ts', import.meta.url);
  const ofBuild = new URL('page-address.ts', import.meta.url);
  addMiddleware({ entrypoint: command === 'dev' ? ofDev : ofBuild, order: 'pre' });
  if (isRenderer()) {
    const adapter = rendererAdapter();
    updateConfig({
      // Of an adapter that an integration names, Astro itself calls no hook.
      adapter,
      integrations: [adapter],
      // A process reads one bundle faster than hundreds of files, and Netlify's functions have no packages.
      vite: { ssr: { noExternal: true } },
    });
  }
  // What a build writes for its host comes last, because it lists the rest.
  else updateConfig({ integrations: [...siteFiles(config), hostFiles(config)] });
  for (const [pattern, page] of Object.entries(ownPages)) {
    const isReplaced = endings.some((ending) =>
      existsSync(new URL(`pages${pattern}${ending}`, srcDir)),
    );
    if (!isReplaced) injectRoute({ pattern, entrypoint: getPage(page) });
  }
  if (config.contentful?.showsDrafts) {
    injectRoute({ pattern: contentReportPath, entrypoint: getPage('content-report.astro') });
    injectScript('page', `import ${JSON.stringify(fileURLToPath(getPage('draft-preview.ts')))};`);
  }
}
