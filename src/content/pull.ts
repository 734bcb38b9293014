/**
 * Content service → snapshot. Everything that can go wrong with a network or an editor goes wrong
 * here, and the last good snapshot stays.
 */
import { ContentServiceError, type ContentClient, type RawListing } from './client.ts';
import {
  getReadingMinutes,
  parseAsset,
  parsePosts,
  parseResources,
  type ParsedPost,
  type ParsedResource,
  type Problem,
} from './entries.ts';
import { builtInCards, builtInResources } from './fallback/index.ts';
import { getDueTime, isDue } from './library.ts';
import type { MediaStore } from './media.ts';
import type { Body, Listed, PostSummary, ResourceCard, ResourceSummary } from './records.ts';
import { collectAssetIds, renderBody, type EmbeddedAsset } from './rich-text.ts';
import { readIndex, writeBody, writeIndex, type SnapshotIndex, type Stored } from './snapshot.ts';
import { postPath, resourcePath } from '../data/routes.ts';

export interface PullOptions {
  client: ContentClient;
  mediaStore: MediaStore;
  /** Folder of the snapshot. */
  directory: string;
  /** `CONTENT_ON_FAILURE` (contract). */
  onFailure: 'stale' | 'fail' | 'degrade';
  now: Date;
}

export interface PullResult {
  /** fresh: as the service has it. stale: the last good snapshot stays. degraded: error states. */
  outcome: 'fresh' | 'stale' | 'degraded';
  /** Why the service was not used, one sentence; null when it was. */
  failure: string | null;
  posts: number;
  resources: number;
  problems: readonly Problem[];
}

interface Listings {
  posts: RawListing;
  resources: RawListing;
}

/** Lost more than half of what the last good snapshot had: rather an accident than an edit. */
function findCliff(last: SnapshotIndex | null, counts: { posts: number; resources: number }) {
  for (const [name, list] of [
    ['blogPost', last?.posts],
    ['resource', last?.resources],
  ] as const) {
    const before = list?.status === 'loaded' ? list.items.length : 0;
    const after = name === 'blogPost' ? counts.posts : counts.resources;
    if (before > 1 && after * 2 < before)
      return `has ${String(after)} entries of ${name}, and the last good snapshot has ${String(before)}`;
  }
  return null;
}

/** @throws {ContentServiceError} when the service fails and there is nothing to fall back on */
export async function pull(options: PullOptions): Promise<PullResult> {
  const { client, directory, onFailure, now } = options;
  const last = await readIndex(directory);
  let failure: string;
  try {
    const [posts, resources] = await Promise.all([
      client.fetchEntries('blogPost'),
      client.fetchEntries('resource'),
    ]);
    const problems: Problem[] = [];
    const report = (problem: Problem) => void problems.push(problem);
    const parsed = {
      posts: parsePosts(posts, report),
      resources: parseResources(resources, report),
    };
    const counts = { posts: parsed.posts.length, resources: parsed.resources.length };
    const cliff = onFailure === 'stale' ? findCliff(last, counts) : null;
    if (cliff) throw new ContentServiceError(`The content service at ${client.host} ${cliff}.`);
    const due = parsed.posts.filter((post) => isDue(post, now));
    await build({ posts, resources }, { ...parsed, posts: due }, problems, options, parsed.posts);
    return {
      outcome: 'fresh',
      failure: null,
      posts: due.length,
      resources: counts.resources,
      problems,
    };
  } catch (error) {
    if (!(error instanceof ContentServiceError)) throw error;
    failure = error.message;
    if (onFailure === 'fail' || (onFailure === 'stale' && !last)) throw error;
  }
  if (onFailure === 'stale' && last) {
    const count = (list: Listed<unknown>) => (list.status === 'loaded' ? list.items.length : 0);
    const counts = { posts: count(last.posts), resources: count(last.resources) };
    return { outcome: 'stale', failure, ...counts, problems: [] };
  }
  await writeIndex(directory, {
    revision: '',
    nextDue: null,
    posts: { status: 'failed' },
    resources: { status: 'failed' },
    builtIn: await renderBuiltIn(directory),
  });
  return { outcome: 'degraded', failure, posts: 0, resources: 0, problems: [] };
}

interface Parsed {
  posts: readonly ParsedPost[];
  resources: readonly ParsedResource[];
}

/** Renders all bodies, prepares all images and puts the new snapshot in force. */
async function build(
  listings: Listings,
  { posts, resources }: Parsed,
  problems: Problem[],
  { client, mediaStore, directory, now }: PullOptions,
  allPosts: readonly ParsedPost[],
): Promise<void> {
  const targets = new Map<string, { path: string; title: string; text: string }>([
    ...posts.map(
      ({ id, slug, title, excerpt: text }) => [id, { path: postPath(slug), title, text }] as const,
    ),
    ...resources.map(
      ({ id, slug, title, subtitle: text }) =>
        [id, { path: resourcePath(slug), title, text }] as const,
    ),
  ]);
  const rawAssets = new Map([...listings.posts.linked.assets, ...listings.resources.linked.assets]);

  /** Assets as embeds of one entry; an image is prepared once, whoever shows it. */
  const prepareAsset = async (id: string, entryId: string, field: string) => {
    const asset = parseAsset(rawAssets.get(id), client.assetProtocol);
    if (!asset) return null;
    const { alt, title, description, fileName, url, contentType, size, image } = asset;
    const warn = (message: string) =>
      problems.push({ severity: 'warning', entryId, field, message: `asset ${id} ${message}` });
    if (image) {
      if (!title && !description) warn("has no title and no description; its alt text is 'Image'");
      else if (
        /\.(png|jpe?g|webp|svg|gif|avif)$/i.test(alt) ||
        /^(img|dsc|image)[-_ ]?\d+$/i.test(alt)
      )
        warn(`has an alt text that looks like a file name: '${alt}'`);
      const picture = await mediaStore.preparePicture(image, alt, warn);
      return { kind: 'image', picture, caption: description } as const;
    }
    const type = fileName.includes('.')
      ? (fileName.split('.').at(-1) ?? '').toUpperCase()
      : contentType;
    return { kind: 'file', href: url, title: title || fileName || 'Download', type, size } as const;
  };

  const render = async (entryId: string, content: unknown): Promise<Body> => {
    const assets = new Map<string, EmbeddedAsset>();
    for (const id of collectAssetIds(content)) {
      const asset = await prepareAsset(id, entryId, 'content');
      if (asset) assets.set(id, asset);
    }
    const { body, problems: found } = renderBody(content, {
      getEntry: (id) => targets.get(id) ?? null,
      getAsset: (id) => assets.get(id) ?? null,
    });
    for (const message of found)
      problems.push({ severity: 'warning', entryId, field: 'content', message });
    return body;
  };

  const storedPosts: Stored<PostSummary>[] = [];
  for (const { imageId, content, words, ...post } of posts) {
    const featured = imageId ? await prepareAsset(imageId, post.id, 'featuredImage') : null;
    if (imageId && featured?.kind !== 'image')
      problems.push({
        severity: 'warning',
        entryId: post.id,
        field: 'featuredImage',
        message: 'is not published or not an image; none is shown',
      });
    storedPosts.push({
      ...post,
      image: featured?.kind === 'image' ? featured.picture : null,
      readingMinutes: getReadingMinutes({ words }),
      body: await writeBody(directory, await render(post.id, content)),
    });
  }
  const storedResources: Stored<ResourceSummary>[] = [];
  for (const { content, ...resource } of resources)
    storedResources.push({
      ...resource,
      body: await writeBody(directory, await render(resource.id, content)),
    });

  const waiting = allPosts
    .filter((post) => !isDue(post, now))
    .map(({ publishedDate }) => getDueTime(publishedDate) ?? 0);
  await writeIndex(directory, {
    revision:
      [...posts, ...resources]
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .at(-1) ?? '',
    nextDue: waiting.length > 0 ? new Date(Math.min(...waiting)).toISOString() : null,
    posts: { status: 'loaded', items: storedPosts },
    resources: { status: 'loaded', items: storedResources },
    builtIn: await renderBuiltIn(directory),
  });
}

/** The built-in resources and the cards of the list (spec §3), rendered like any other. */
async function renderBuiltIn(directory: string): Promise<SnapshotIndex['builtIn']> {
  const resources: Stored<ResourceSummary>[] = [];
  for (const { document, ...resource } of builtInResources) {
    const { body } = renderBody(document, { getEntry: () => null, getAsset: () => null });
    resources.push({
      id: resource.slug,
      updatedAt: '',
      ...resource,
      body: await writeBody(directory, body),
    });
  }
  const cards: ResourceCard[] = builtInCards.map((card) => ({
    ...card,
    gradient: resources.find(({ slug }) => slug === card.slug)?.gradient ?? 'purple-to-blue',
  }));
  return { cards, resources };
}
