/**
 * Live content: posts and resources newer than the build. They are put into a snapshot in memory, so that
 * they follow the rules of a pull and pages get the same answers. Files keep the content service's address.
 */
import * as v from 'valibot';
import { company } from '#data/company.ts';
import { resourcePath, type LiveAddress } from '#data/routes.ts';
import { jsonColumn, type Database } from '../disk/index.ts';
import { getDay } from './articles/dates.ts';
import { toCard } from './articles/lists.ts';
import { postSchema, resourceSchema } from './articles/records.ts';
import type { ContentClient } from './contentful/client.ts';
import { ContentServiceError } from './contentful/failure.ts';
import type { Listing } from './contentful/wire.ts';
import { isBuiltIn } from '#data/built-in/index.ts';
import { remoteMedia } from './files/asset.ts';
import { applyRules, composeRecords } from './pull/apply.ts';
import { createReceived } from './pull/received.ts';
import { createFinders, type Finders } from './snapshot/answers.ts';
import { openSnapshotInMemory } from './snapshot/database.ts';
import type { Answers } from './snapshot/queries.ts';
import { createRecordWriter } from './snapshot/write.ts';

export interface FoundLive {
  /** What the content API answers. */
  content: object;
  /** What the page reads in place of the snapshot. */
  answers: Partial<Answers>;
}

const noEntries: Listing = { items: [], linked: { entries: new Map(), assets: new Map() } };

/** Resolves to null for an unknown item. @throws {ContentServiceError} */
export type FetchLive = (address: LiveAddress) => Promise<FoundLive | null>;

/** A build without content has no archive pages. */
const noArchive = { archive: null };

/** All records of the snapshot, newest first. */
const listAll = <T extends v.GenericSchema<unknown, object>>(
  { select }: Database,
  type: 'post' | 'resource',
  summary: T,
) =>
  select(
    'SELECT summary FROM record WHERE type = ? ORDER BY rank DESC',
    v.object({ summary: jsonColumn(summary) }),
  )(type).map((row) => row.summary);

export function createFetchLive(
  client: ContentClient,
  siteUrl: string,
  getNow: () => Date,
): FetchLive {
  /** Puts the entries of a listing, with what they link to, into a snapshot, and reads the answers there. */
  const readFrom = async <T>(
    { items, linked }: Listing,
    readAnswers: (find: Finders, database: Database) => T,
  ): Promise<T> => {
    const database = openSnapshotInMemory();
    try {
      const received = createReceived(database);
      // Only the items have the marks of drafts, so they come last.
      for (const item of [...linked.entries.values(), ...items])
        if (item.contentType) received.save(item.contentType, item, linked.assets);
      const { pending } = applyRules(received, getNow(), client.showsDrafts);
      const ids = items.flatMap(({ id }) => (pending.has(id) ? [id] : []));
      const options = { client, mediaStore: remoteMedia, siteUrl };
      await composeRecords(options, received, ids, createRecordWriter(database));
      return readAnswers(createFinders(database), database);
    } finally {
      database.close();
    }
  };

  const fetchPosts = async (): Promise<FoundLive> =>
    readFrom(await client.fetchEntries('blogPost'), (find, database) => ({
      content: listAll(database, 'post', postSchema),
      answers: { 'post-list': { ...find['post-list']({}).answer(), ...noArchive } },
    }));

  const fetchPost = async (slug: string): Promise<FoundLive | null> => {
    const listing = await client.fetchEntry('blogPost', slug);
    const post = await readFrom(listing, (find) => find.post({ slug }).answer());
    // Only a build knows related and neighbouring posts.
    const surroundings = { previous: null, next: null, related: [] };
    return post && { content: post, answers: { post, 'post-surroundings': surroundings } };
  };

  const fetchResources = async (): Promise<FoundLive> =>
    readFrom(await client.fetchEntries('resource'), (find, database) => {
      const list = { ...find['resource-list']({}).answer(), ...noArchive };
      const own = listAll(database, 'resource', resourceSchema).map(toCard);
      const content = own.length === 0 && list.status === 'loaded' ? list.items : own;
      return { content, answers: { 'resource-list': list } };
    });

  /** Finds a built-in resource when the service lacks the slug or fails. */
  const fetchResource = async (slug: string): Promise<FoundLive | null> => {
    const listing = await client.fetchEntry('resource', slug).catch((error: unknown) => {
      if (error instanceof ContentServiceError && isBuiltIn(resourcePath(slug))) return noEntries;
      throw error;
    });
    const resource = await readFrom(listing, (find) => find.resource({ slug }).answer());
    // Only a build knows the other resources.
    const others = { status: 'failed' } as const;
    return resource && { content: resource, answers: { resource, 'resource-list': others } };
  };

  const fetch = ({ list, slug }: LiveAddress) => {
    if (slug === null) return list === 'blog' ? fetchPosts() : fetchResources();
    return list === 'blog' ? fetchPost(slug) : fetchResource(slug);
  };
  return async (address) => {
    const found = await fetch(address);
    const year = getDay(getNow().getTime(), company.timeZone).slice(0, 4);
    return found && { ...found, answers: { ...found.answers, year } };
  };
}
