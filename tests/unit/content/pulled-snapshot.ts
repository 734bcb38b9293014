/** A snapshot in a folder of its own, and pulls into it, for the tests of pulls. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ContentService, type Space } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { doc, p } from '../../../src/engine/content/fallback/document.ts';
import { createMediaStore } from '../../../src/engine/content/pull/media/store.ts';
import { pull, type PullOptions } from '../../../src/engine/content/pull/pull.ts';
import { createRead } from '../../../src/engine/content/snapshot/read.ts';
import { manyPosts, openService, post, resource } from '../../fixtures/content.ts';
import { createFolder } from '../../fixtures/folder.ts';
import { dumpSnapshot } from '../../fixtures/snapshot.ts';

export const day = 24 * 60 * 60 * 1000;
export const start = Date.parse('2026-06-15T12:00:00Z');
export const dateAfter = (days: number) => new Date(start + days * day).toISOString();

/** Creates a DATA_DIR; `name` is the folder of one snapshot in it. */
export async function createData(onFinished = onTestFinished) {
  const folder = await createFolder(onFinished);
  const directoryOf = (name: string) => join(folder, name);
  return {
    directoryOf,
    pullInto: (name: string, service: ContentService, options: Partial<PullOptions> = {}) =>
      pull({
        client: createContentClient(service.account, { deadlineMs: 10_000 }),
        mediaStore: createMediaStore({
          directory: join(folder, 'media'),
          account: service.account,
        }),
        directory: directoryOf(name),
        onFailure: 'fail',
        now: new Date(start),
        acceptFewer: ['blogPost', 'resource'],
        ...options,
      }),
    readSnapshot: (name: string) => dumpSnapshot(directoryOf(name)),
  };
}

export const manyTexts = (count: number) =>
  manyPosts(count).map((one) => ({ ...one, fields: { ...one.fields, content: doc(p('Text')) } }));

/** Part of the address of a read by id. */
export const byId = 'sys.id%5Bin%5D';

/** Starts a service with some entries, and pulls them into a snapshot with a token of the Sync API. */
export async function createPulled(space: Partial<Space> = {}, onFinished = onTestFinished) {
  const entries = [post('one', { content: doc(p('First')) }), post('two'), resource('guide')];
  const service = await openService({ entries, ...space }, onFinished);
  const data = await createData(onFinished);
  const pullNow = (options: Partial<PullOptions> = {}) =>
    data.pullInto('content', service, { onFailure: 'stale', acceptFewer: [], ...options });
  await pullNow();
  await pullNow();
  const { length } = service.requests;
  return {
    service,
    pullNow,
    read: createRead(data.directoryOf('content')),
    directory: data.directoryOf('content'),
    readSnapshot: () => data.readSnapshot('content'),
    /** Returns the requests since the first pull. */
    getRequests: () => service.requests.slice(length).map((address) => address.split('/').at(-1)),
  };
}

export const edited = (text: string) => post('one', { content: doc(p(text)) });
