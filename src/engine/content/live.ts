/**
 * Live content: posts and resources newer than the build. They follow the rules of a pull, but nothing is
 * stored, and files keep the content service's address.
 */
import { routes } from '../../data/routes.ts';
import { chooseShown } from './articles/choose.ts';
import { addTitle, composeBuiltIn, createComposer, toTarget } from './articles/compose.ts';
import { parsePost, parseResource, type ParsedEntry } from './articles/entries.ts';
import { pageSize, shownPosts, toBuiltInCard, toCard } from './articles/lists.ts';
import type { List, ParsedPost, ResourceSummary } from './articles/records.ts';
import type { ContentClient } from './contentful/client.ts';
import { ContentServiceError } from './contentful/failure.ts';
import type { Listing } from './contentful/wire.ts';
import { remoteMedia } from './files/asset.ts';
import type { Answers } from './snapshot/queries.ts';

/** An item of a list, or the list itself (`slug` null). */
export interface LiveAddress {
  list: 'blog' | 'resources';
  slug: string | null;
}

export const formatLiveAddress = ({ list, slug }: LiveAddress) =>
  slug === null ? routes[list] : `${routes[list]}/${slug}`;

/** Parses the address of live content at the end of a path; null for other paths. */
export function parseLiveAddress(path: string): LiveAddress | null {
  const [, list, slug = null] = /\/(blog|resources)(?:\/([^/]+))?$/.exec(path) ?? [];
  return list === 'blog' || list === 'resources' ? { list, slug } : null;
}

export interface FoundLive {
  /** What the content API answers. */
  content: object;
  /** What the page reads in place of the snapshot. */
  answers: Partial<Answers>;
}

/** Resolves to null for an unknown item. @throws {ContentServiceError} */
export type FetchLive = (address: LiveAddress) => Promise<FoundLive | null>;

/** The first page of a list. A build without content has no archive pages. */
const toList = <T>(all: readonly T[], items: readonly T[]): List<T> => ({
  status: 'loaded',
  featured: all[0] ?? null,
  items,
  total: all.length,
  archive: null,
});

export function createFetchLive(
  client: ContentClient,
  siteUrl: string,
  getNow: () => Date,
): FetchLive {
  const selectShown = <T extends ParsedPost | ResourceSummary>(
    entries: readonly ParsedEntry<T>[],
  ): T[] =>
    chooseShown(
      entries.toSorted((one, other) => other.time - one.time),
      getNow(),
      client.showsDrafts,
    ).flatMap(({ record, isShown, due }) => {
      if (!record || !isShown) return [];
      return [due === null ? record : { ...record, draft: record.draft ?? 'scheduled' }];
    });

  /** Creates a composer with the entries and assets of one listing. */
  const openListing = ({ linked }: Listing) => {
    const entries = Map.groupBy(linked.entries.values(), ({ contentType }) => contentType);
    const records = [
      ...selectShown((entries.get('blogPost') ?? []).map(parsePost)),
      ...selectShown((entries.get('resource') ?? []).map(parseResource)),
    ];
    const targets = new Map(records.map((record) => [record.id, toTarget(record)]));
    const composer = createComposer({
      getTarget: (id) => targets.get(id) ?? null,
      getAsset: (id) => linked.assets.get(id),
      assetProtocol: client.assetProtocol,
      siteHost: new URL(siteUrl).host,
      files: remoteMedia,
    });
    return { ...composer, getContent: (id: string) => linked.entries.get(id)?.fields.content };
  };

  const fetchPosts = async (): Promise<FoundLive> => {
    const listing = await client.fetchEntries('blogPost');
    const { composeSummary, getContent } = openListing(listing);
    const posts = await Promise.all(
      selectShown(listing.items.map(parsePost)).map((post) =>
        composeSummary(post, getContent(post.id)),
      ),
    );
    return {
      content: posts,
      answers: { 'post-list': toList(posts, posts.slice(1, shownPosts)) },
    };
  };

  const fetchPost = async (slug: string): Promise<FoundLive | null> => {
    const listing = await client.fetchEntry('blogPost', slug);
    const [parsed] = selectShown(listing.items.map(parsePost));
    if (!parsed) return null;
    const { composePost, getContent } = openListing(listing);
    const { summary, body } = await composePost(parsed, getContent(parsed.id));
    const post = { ...summary, body };
    // Only a build knows related and neighbouring posts.
    const surroundings = { previous: null, next: null, related: [] };
    return { content: post, answers: { post, 'post-surroundings': surroundings } };
  };

  const fetchResources = async (): Promise<FoundLive> => {
    const { items } = await client.fetchEntries('resource');
    const own = selectShown(items.map(parseResource)).map((resource) => toCard(addTitle(resource)));
    const cards = own.length > 0 ? own : composeBuiltIn().map(toBuiltInCard);
    return {
      content: cards,
      answers: { 'resource-list': toList(cards, cards.slice(0, pageSize)) },
    };
  };

  /** Finds a built-in resource when the service lacks the slug or fails. */
  const fetchResource = async (slug: string): Promise<FoundLive | null> => {
    let resource = composeBuiltIn().find((one) => one.slug === slug);
    const listing = await client.fetchEntry('resource', slug).catch((error: unknown) => {
      if (error instanceof ContentServiceError && resource) return null;
      throw error;
    });
    const [parsed] = selectShown((listing?.items ?? []).map(parseResource));
    if (listing && parsed) {
      const { composeResource, getContent } = openListing(listing);
      const { summary, body } = await composeResource(parsed, getContent(parsed.id));
      resource = { ...summary, body };
    }
    // Only a build knows the other resources.
    const answers = { 'resource-list': { status: 'failed' } } as const;
    return resource ? { content: resource, answers: { resource, ...answers } } : null;
  };

  return ({ list, slug }) => {
    if (slug === null) return list === 'blog' ? fetchPosts() : fetchResources();
    return list === 'blog' ? fetchPost(slug) : fetchResource(slug);
  };
}
