/**
 * Live items: posts and resources newer than the build. They follow the rules of a pull, but nothing is
 * stored, and files keep the content service's address.
 */
import { composeBuiltIn, createComposer, getTargets } from './compose.ts';
import { addTitle, findSlugProblem, parsePosts, parseResources } from './entries.ts';
import { toCard } from '../snapshot/lists.ts';
import type { Post, PostSummary, Resource, ResourceCard } from '../snapshot/records.ts';
import { remoteMedia } from './media/remote.ts';
import { parseRichText } from './rich-text/parse.ts';
import {
  ContentServiceError,
  type ContentClient,
  type ContentType,
  type Listing,
} from '../contentful/contract.ts';
import type { Item } from '../contentful/wire.ts';

/** Every method may throw a {@link ContentServiceError}. */
export interface LiveContent {
  /** Posts in received order, without posts dated in the future. */
  fetchPosts(): Promise<readonly PostSummary[]>;
  /** null for an unknown post, or before its date. */
  fetchPost(slug: string): Promise<Post | null>;
  /** Returns the built-in cards when the service has no resources (spec §4). */
  fetchResources(): Promise<readonly ResourceCard[]>;
  /** Returns a built-in resource when the service lacks the slug or fails (contract, Readings). */
  fetchResource(slug: string): Promise<Resource | null>;
}

interface LiveContentOptions {
  client: ContentClient;
  getNow: () => Date;
}

const isOfType = (contentType: ContentType) => (entry: Item) => entry.contentType === contentType;

export function createLiveContent({ client, getNow }: LiveContentOptions): LiveContent {
  const { showsDrafts } = client;
  const ignoreProblem = () => undefined;

  /** Creates a composer with the entries and assets of one listing. */
  const createListingComposer = ({ linked }: Listing) => {
    const entries = [...linked.entries.values()];
    const targets = getTargets(
      parsePosts(entries.filter(isOfType('blogPost')), getNow(), ignoreProblem, showsDrafts).posts,
      parseResources(entries.filter(isOfType('resource')), ignoreProblem),
    );
    return createComposer({
      getTarget: (id) => targets.get(id) ?? null,
      getText: (id) => parseRichText(linked.entries.get(id)?.fields.content),
      assets: linked.assets,
      assetProtocol: client.assetProtocol,
      media: remoteMedia,
    });
  };

  const fetchOwnResource = async (slug: string): Promise<Resource | null> => {
    const listing = await client.fetchEntry('resource', slug);
    const [resource] = parseResources(listing.items, ignoreProblem);
    if (!resource) return null;
    return (await createListingComposer(listing).composeResource(resource)).record;
  };

  return {
    fetchPosts: async () => {
      const listing = await client.fetchEntries('blogPost');
      const { posts } = parsePosts(listing.items, getNow(), ignoreProblem, showsDrafts);
      return Promise.all(posts.map(createListingComposer(listing).composePostSummary));
    },

    fetchPost: async (slug) => {
      if (findSlugProblem(slug) !== null) return null;
      const listing = await client.fetchEntry('blogPost', slug);
      const [post] = parsePosts(listing.items, getNow(), ignoreProblem, showsDrafts).posts;
      return post ? (await createListingComposer(listing).composePost(post)).record : null;
    },

    fetchResources: async () => {
      const { items } = await client.fetchEntries('resource');
      const resources = parseResources(items, ignoreProblem);
      return resources.length > 0
        ? resources.map((resource) => toCard(addTitle(resource)))
        : composeBuiltIn().cards;
    },

    fetchResource: async (slug) => {
      if (findSlugProblem(slug) !== null) return null;
      const builtIn = composeBuiltIn().resources.find((resource) => resource.slug === slug) ?? null;
      try {
        return (await fetchOwnResource(slug)) ?? builtIn;
      } catch (error) {
        if (error instanceof ContentServiceError && builtIn) return builtIn;
        throw error;
      }
    },
  };
}
