/** Lists every page of the site, for getStaticPaths, the sitemap, publishes and tests, and parses their addresses. */
import {
  archivePath,
  hasPages,
  itemPath,
  tagPath,
  type CollectionWithPages,
} from '../declare/collections.ts';
import { codePages, collections, words } from '../site.ts';
import { getCollectionWithPages } from './find-collection.ts';
import { countArchivePages, pageSize } from './records/records.ts';
import type { Query, QueryOf, Read } from './snapshot/queries.ts';
import { read as readSnapshot } from './snapshot/read.ts';

export interface SitePage {
  path: string;
  title: string;
  /** Colours of an item's cover; undefined for other pages. */
  gradient?: string;
  /** The kind of item, which chooses the drawing of its cover. */
  scene?: string;
  /** Address of an item's own picture. */
  picture?: string;
  /** ISO 8601, from the content; null for pages that come from the code. */
  lastModified: string | null;
  /** false: hidden from search engines and absent from the sitemap. */
  indexed: boolean;
}

const undated = { lastModified: null, indexed: true };

const listArchivePaths = (list: string, total: number, shownFirst: number): string[] =>
  Array.from({ length: countArchivePages(total, shownFirst) }, (_, index) =>
    archivePath(list, index + 1),
  );

const listArchive = (
  list: string,
  total: number,
  shownFirst: number,
  getTitle: (page: number) => string,
): SitePage[] =>
  listArchivePaths(list, total, shownFirst).map((path, index) => ({
    path,
    title: getTitle(index + 1),
    ...undated,
  }));

/** The titles of the pages of a tag: the first one, or page `page` of its archive. */
export function getTagTitle(
  { pages }: Pick<CollectionWithPages, 'pages'>,
  label: string,
  page?: number,
): string {
  const title = pages.titles.tag(label);
  return page === undefined ? title : `${title}, ${words.page} ${page}`;
}

async function listCollectionPages(
  collection: CollectionWithPages,
  read: Read,
): Promise<SitePage[]> {
  const { name } = collection;
  const { path, shownFirst, titles } = collection.pages;
  const items = await read({ type: 'titles', collection: name });
  const tags = collection.pages.tags ? await read({ type: 'tags', collection: name }) : [];
  const { counts } = await read({ type: 'overview' });
  return [
    ...items.map(({ slug, title, updatedAt, gradient, scene, picture, noIndex }) => ({
      path: itemPath(collection, slug),
      title,
      ...(gradient !== null && { gradient }),
      ...(scene !== null && { scene }),
      ...(picture !== null && { picture }),
      lastModified: updatedAt || null,
      indexed: noIndex === null,
    })),
    ...listArchive(path, counts[name] ?? 0, shownFirst, titles.archive),
    ...tags.flatMap(({ slug, label, total }) => [
      // The page of a tag with one item shows nothing beyond the item, so search engines skip the page.
      {
        path: tagPath(collection, slug),
        title: getTagTitle(collection, label),
        ...undated,
        indexed: total > 1,
      },
      ...listArchive(tagPath(collection, slug), total, pageSize, (page) =>
        getTagTitle(collection, label, page),
      ),
    ]),
  ];
}

const withPages = collections.filter(hasPages);

const listContentPages = async (read: Read) =>
  (await Promise.all(withPages.map((one) => listCollectionPages(one, read)))).flat();

/** Lists the addresses of the archive of a collection, or of one of its tags. */
export async function readArchivePaths(list: QueryOf<'list'>, read: Read): Promise<string[]> {
  const collection = getCollectionWithPages(list.collection);
  const { path, shownFirst } = collection.pages;
  const { total = 0 } = (await read(list)) ?? {};
  return list.tag === undefined
    ? listArchivePaths(path, total, shownFirst)
    : listArchivePaths(tagPath(collection, list.tag), total, pageSize);
}

/** Describes a page of plain Astro, of which only the address is known. */
export const describePlainPage = (path: string): SitePage => ({ path, title: path, ...undated });

/** Lists the pages that content and site name, in any order, without the error page and the pages that load an item live. */
export const listPages = async (read: Read = readSnapshot): Promise<SitePage[]> => [
  ...codePages.map((page) => ({ ...page, lastModified: null })),
  ...(await listContentPages(read)),
];

const number = '([1-9]\\d{0,8})';
/** The addresses of content, each with the query whose answer its page shows. */
const subjects = withPages.flatMap(({ name: collection, pages: { path } }) => {
  const createSubject = (rest: string, toQuery: (first: string, second: string) => Query) =>
    [new RegExp(`^${path}/${rest}$`), toQuery] as const;
  return [
    createSubject('([^/]+)', (slug) => ({ type: 'item', collection, slug })),
    createSubject(`page/${number}`, (page) => ({ type: 'list', collection, page: Number(page) })),
    createSubject('tag/([^/]+)', (tag) => ({ type: 'list', collection, tag })),
    createSubject(`tag/([^/]+)/page/${number}`, (tag, page) => {
      return { type: 'list', collection, tag, page: Number(page) };
    }),
  ];
});

/** The query that the page at an address is about: without an answer there is no page. null: no content has this address. */
export function getSubject(path: string): Query | null {
  for (const [pattern, toQuery] of subjects) {
    const [, first, second = ''] = pattern.exec(path) ?? [];
    if (first !== undefined) return toQuery(first, second);
  }
  return null;
}

/** The item that has this address, if there is one; null for the addresses of everything else. */
export function parseItemAddress(path: string): QueryOf<'item'> | null {
  const subject = getSubject(path);
  return subject?.type === 'item' ? subject : null;
}

type ParameterName<Route extends string> = Route extends `${string}[${infer Name}]${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/** Lists the parameters of the pages of a route, such as `/blog/[slug]`, for `getStaticPaths`. */
export async function staticPaths<Route extends string>(route: Route) {
  const pattern = new RegExp(`^${route.replace(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`);
  const pages = await listContentPages(readSnapshot);
  return pages.flatMap(({ path }) => {
    const groups = pattern.exec(path)?.groups;
    // The pattern has a group for each parameter.
    return groups ? [{ params: groups as Record<ParameterName<Route>, string> }] : [];
  });
}
