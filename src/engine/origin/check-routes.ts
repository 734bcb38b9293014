/** Finds what the site declares and has no page for: lists, links and sitemap would lead to an address without one. */
import type { IntegrationResolvedRoute } from 'astro';
import { allItems, archivePath, hasPages, itemPath, tagPath } from '../declare/collections.ts';
import { ConfigError } from '../base/config-error.ts';
import { codePages, collections, feed, leads } from '../site.ts';

/** An address, what of the declaration leads there, and the file that would be its page. */
type Needed = readonly [address: string, key: string, file: string];

const ofTypes = collections.filter(hasPages).flatMap((type): Needed[] => {
  const { path, tags, shownFirst } = type.pages;
  const key = `collections.${type.name}.pages`;
  return [
    [path, `${key}.path`, `${path}/index.astro`],
    [itemPath(type, 'a'), `${key}.path`, `${path}/[slug].astro`],
    ...(shownFirst < allItems
      ? [[archivePath(path, 1), `${key}.shownFirst`, `${path}/page/[page].astro`] as const]
      : []),
    ...(tags === undefined
      ? []
      : ([
          [tagPath(type, 'a'), `${key}.tags`, `${path}/tag/[tag]/index.astro`],
          [
            archivePath(tagPath(type, 'a'), 1),
            `${key}.tags`,
            `${path}/tag/[tag]/page/[page].astro`,
          ],
        ] as const)),
  ];
});
const toFile = (path: string) => (path === '/' ? '/index.astro' : `${path}.astro`);
const needed: readonly Needed[] = [
  ...ofTypes,
  ...codePages.map(({ path }): Needed => [path, 'pages', toFile(path)]),
  ...(leads ? [[leads.path, 'leads.path', toFile(leads.path)] as const] : []),
  ...(feed ? [[feed.path, 'feed.path', `${feed.path}.ts`] as const] : []),
];

/** @throws {ConfigError} that names the first file that is missing */
export function requireRoutes(
  routes: readonly Pick<IntegrationResolvedRoute, 'patternRegex'>[],
): void {
  const missing = needed.find(
    ([address]) => !routes.some(({ patternRegex }) => patternRegex.test(address)),
  );
  if (!missing) return;
  const [address, key, file] = missing;
  throw new ConfigError(
    `The site (#site in package.json): '${key}' needs a page at addresses such as ${address}: add src/pages${file}.`,
  );
}
