/**
 * Renders the sitemap in parts, so that an edit rewrites only one: the pages of the code with the
 * lists, and blocks of a thousand posts or resources, counted from the oldest.
 */
import { listCodePages, type Read } from '../engine/content/read.ts';
import {
  archivePath,
  postPath,
  resourcePath,
  routes,
  sitemapPath,
  tagPath,
} from '../data/routes.ts';

interface Address {
  path: string;
  /** ISO 8601; null when unknown. */
  lastModified: string | null;
}

/** Renders one element. `URL` encodes all characters with a meaning in XML except `&` and `'`. */
function renderItem(name: 'url' | 'sitemap', { path, lastModified }: Address, site: URL): string {
  const url = new URL(path, site).href.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
  const changed = lastModified && `<lastmod>${new Date(lastModified).toISOString()}</lastmod>`;
  return `<${name}><loc>${url}</loc>${changed ?? ''}</${name}>`;
}

const renderFile = (root: string, items: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</${root}>`;

export async function renderSitemapIndex(read: Read, site: URL): Promise<string> {
  const { posts, resources } = await read({ type: 'blocks' });
  const toParts = (name: string, blocks: readonly string[]) =>
    blocks.map((updatedAt, index) => ({
      path: sitemapPath(`${name}-${index + 1}`),
      lastModified: updatedAt || null,
    }));
  const parts = [
    { path: sitemapPath('pages'), lastModified: null },
    ...toParts('posts', posts),
    ...toParts('resources', resources),
  ];
  return renderFile(
    'sitemapindex',
    parts.map((part) => renderItem('sitemap', part, site)),
  );
}

const renderPart = (addresses: readonly Address[], site: URL) =>
  renderFile(
    'urlset',
    addresses.map((address) => renderItem('url', address, site)),
  );

/**
 * Renders the part with the pages of the code, the built-in resources, tags with more than one post,
 * and the archives.
 */
export async function renderSitemapPages(read: Read, site: URL): Promise<string> {
  const { posts, resources, tags } = await read({ type: 'lists' });
  const builtIn = await read({ type: 'built-in-resources' });
  const listArchive = (list: string, pages: number) =>
    Array.from({ length: pages }, (_, index) => archivePath(list, index + 1));
  const paths = [
    ...listCodePages().flatMap(({ path, indexed }) => (indexed ? [path] : [])),
    ...builtIn.map(({ slug }) => resourcePath(slug)),
    ...listArchive(routes.blog, posts),
    ...listArchive(routes.resources, resources),
    ...tags.flatMap(({ slug, pages, hasOne }) =>
      hasOne ? [] : [tagPath(slug), ...listArchive(tagPath(slug), pages)],
    ),
  ];
  return renderPart(
    paths.map((path) => ({ path, lastModified: null })),
    site,
  );
}

/**
 * Renders one block.
 * @param part name of the part: 'posts-1' is the first block of posts
 * @throws when the part does not exist
 */
export async function renderSitemapPart(read: Read, part: string, site: URL): Promise<string> {
  const [, name, number] = /^(posts|resources)-(\d+)$/.exec(part) ?? [];
  const block = Number(number);
  const items =
    name === 'posts'
      ? await read({ type: 'post-block', block })
      : await read({ type: 'resource-block', block });
  if (!items) throw new Error(`The sitemap has no part '${part}'.`);
  const toPath = name === 'posts' ? postPath : resourcePath;
  return renderPart(
    items.map(({ slug, updatedAt }) => ({ path: toPath(slug), lastModified: updatedAt || null })),
    site,
  );
}
