/** Pulls from a content service into snapshots of a folder. */
import { join } from 'node:path';
import * as v from 'valibot';
import { getSnapshotDirectory } from '#engine/account.ts';
import type { ContentService } from '#engine/stand-in/service.ts';
import { createContentClient } from '#engine/content/contentful/client.ts';
import { doc, p } from '#data/built-in/document.ts';
import { createMediaStore } from '#engine/content/files/media-store.ts';
import { pullContent, type PullOptions } from '#engine/content/pull/pull.ts';
import { createRead } from '#engine/content/snapshot/read.ts';
import { openService, post, resource } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { dumpSnapshot } from '../../fixtures/snapshot.ts';

type Options = Partial<PullOptions>;

const pictureOf = v.nullish(v.object({ src: v.string() }));

export const siteUrl = 'https://www.example.com';
export const day = 24 * 60 * 60 * 1000;
export const start = Date.parse('2026-06-15T12:00:00Z');
export const dateAfter = (days: number) => new Date(start + days * day).toISOString();

/** Creates a DATA_DIR with one snapshot. */
export async function createSite() {
  const folder = await createFolder();
  const directory = getSnapshotDirectory({ dataDirectory: folder, contentful: null });
  const read = createRead(directory);
  const getItem = (slug: string) => read({ type: 'item', collection: 'posts', slug });
  const getRecord = async (slug: string) => (await getItem(slug))?.record;
  return {
    folder,
    directory,
    read,
    pullFrom: (service: Pick<ContentService, 'account'>, options: Options = {}) =>
      pullContent({
        client: createContentClient(service.account, { deadlineMs: 10_000 }),
        mediaStore: createMediaStore(join(folder, 'media'), service.account),
        siteUrl,
        directory,
        onFailure: 'stale',
        now: new Date(start),
        ...options,
      }),
    dump: () => dumpSnapshot(directory),
    listPosts: async () =>
      (await read({ type: 'titles', collection: 'posts' })).map(({ slug }) => slug),
    readOverview: () => read({ type: 'overview' }),
    getRecord,
    getHtml: async (slug: string) => (await getItem(slug))?.body.html,
    getPictureOf: async (slug: string) =>
      v.parse(pictureOf, (await getRecord(slug))?.featuredImage)?.src,
  };
}

/** Starts a service with some entries, and pulls them with a token of the Sync API. */
export async function createPulled(space: Parameters<typeof openService>[0] = {}) {
  const entries = [post('one', { content: doc(p('First')) }), post('two'), resource('guide')];
  const service = await openService({ entries, ...space });
  const { pullFrom, ...site } = await createSite();
  const pulled = await pullFrom(service);
  const { length } = service.requests;
  return {
    ...site,
    service,
    /** What the first pull said. */
    pulled,
    pullNow: (options: Options = {}) => pullFrom(service, options),
    /** What reconciling asks. */
    hasChanged: async () =>
      createContentClient(service.account).hasChanged((await site.readOverview()).readUpTo),
    /** The requests since the first pull. */
    getRequests: () => service.requests.slice(length).map((address) => address.split('/').at(-1)),
  };
}

/** Another version of the first entry of `createPulled`. */
export const edited = (text: string) => post('one', { content: doc(p(text)) });
/** Part of the address of a read by id. */
export const byId = 'sys.id%5Bin%5D';
