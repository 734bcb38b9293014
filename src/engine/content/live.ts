/**
 * Live items: posts and resources newer than the build. They follow the rules of a pull, but nothing is
 * stored, and files keep the content service's address.
 */
import { chooseShown } from './articles/choose.ts';
import { addTitle, composeBuiltIn, createComposer, toTarget } from './articles/compose.ts';
import { parsePost, parseResource, type ParsedEntry } from './articles/entries.ts';
import { toCard } from './articles/lists.ts';
import type {
  DraftState,
  ParsedPost,
  Post,
  PostSummary,
  Resource,
  ResourceCard,
  ResourceSummary,
} from './articles/records.ts';
import { findSlugProblem } from './articles/slug.ts';
import type { ContentClient } from './contentful/client.ts';
import { ContentServiceError } from './contentful/failure.ts';
import type { Listing } from './contentful/wire.ts';
import { remoteMedia } from './files/remote.ts';

/** Every method may throw a {@link ContentServiceError}. */
export interface LiveContent {
  /** Posts in received order, without posts dated in the future. */
  fetchPosts(): Promise<readonly PostSummary[]>;
  /** null for an unknown post, or before its date. */
  fetchPost(slug: string): Promise<Post | null>;
  /** Returns the built-in cards when the service has no resources. */
  fetchResources(): Promise<readonly ResourceCard[]>;
  /** Returns a built-in resource when the service lacks the slug or fails. */
  fetchResource(slug: string): Promise<Resource | null>;
}

interface LiveContentOptions {
  client: ContentClient;
  getNow: () => Date;
}

export function createLiveContent({ client, getNow }: LiveContentOptions): LiveContent {
  /** Chooses the records that are shown, in received order. */
  function selectShown<T extends { slug: string; draft?: DraftState }>(
    entries: readonly ParsedEntry<T & (ParsedPost | ResourceSummary)>[],
  ): T[] {
    const usable = entries.filter(({ record }) => record !== null);
    const shown = new Map<unknown, T>();
    for (const rivals of Map.groupBy(usable, ({ record }) => record?.slug).values()) {
      const choices = chooseShown(rivals, getNow(), client.showsDrafts);
      for (const [index, { record }] of rivals.entries()) {
        const choice = choices[index];
        if (!record || !choice?.isShown) continue;
        const draft = record.draft ?? 'scheduled';
        shown.set(record, choice.due === null ? record : { ...record, draft });
      }
    }
    return usable.flatMap(({ record }) => shown.get(record) ?? []);
  }

  /** Creates a composer with the entries and assets of one listing. */
  const createListingComposer = ({ linked }: Listing) => {
    const entries = Map.groupBy(linked.entries.values(), ({ contentType }) => contentType);
    const records = [
      ...selectShown((entries.get('blogPost') ?? []).map(parsePost)),
      ...selectShown((entries.get('resource') ?? []).map(parseResource)),
    ];
    const targets = new Map(records.map((record) => [record.id, toTarget(record)]));
    return createComposer({
      getTarget: (id) => targets.get(id) ?? null,
      getAsset: (id) => linked.assets.get(id),
      assetProtocol: client.assetProtocol,
      files: remoteMedia,
    });
  };
  const getContent = ({ linked }: Listing, id: string) => linked.entries.get(id)?.fields.content;

  const fetchOwnResource = async (slug: string): Promise<Resource | null> => {
    const listing = await client.fetchEntry('resource', slug);
    const [resource] = selectShown(listing.items.map(parseResource));
    if (!resource) return null;
    const composer = createListingComposer(listing);
    const content = getContent(listing, resource.id);
    const { summary, body } = await composer.composeResource(resource, content);
    return { ...summary, body };
  };

  return {
    fetchPosts: async () => {
      const listing = await client.fetchEntries('blogPost');
      const { composeSummary } = createListingComposer(listing);
      const posts = selectShown(listing.items.map(parsePost));
      return Promise.all(posts.map((post) => composeSummary(post, getContent(listing, post.id))));
    },

    fetchPost: async (slug) => {
      if (findSlugProblem(slug) !== null) return null;
      const listing = await client.fetchEntry('blogPost', slug);
      const [post] = selectShown(listing.items.map(parsePost));
      if (!post) return null;
      const { composePost } = createListingComposer(listing);
      const { summary, body } = await composePost(post, getContent(listing, post.id));
      return { ...summary, body };
    },

    fetchResources: async () => {
      const { items } = await client.fetchEntries('resource');
      const resources = selectShown(items.map(parseResource));
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
