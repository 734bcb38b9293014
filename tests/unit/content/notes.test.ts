/** A pull notes the queries whose answers it changes: a missing note would leave a stale page. */
import { expect, test } from 'vitest';
import type { ContentService, RawEntry } from '../../../scripts/content-service/service.ts';
import { openSnapshotForReading } from '../../../src/engine/content/index.ts';
import { nameQuery, type Query } from '../../../src/engine/content/snapshot/queries.ts';
import { createRead } from '../../../src/engine/content/snapshot/read.ts';
import { createChangeReader } from '../../../src/engine/content/snapshot/write.ts';
import { manyPosts, manyResources, post, resource } from '../../fixtures/content.ts';
import { createPulled } from './pulled.ts';

const slugs = [...manyPosts(60).map(({ sys }) => sys.id), 'new', 'old'];
const pages = [1, 2, 3, 4];
/** Every query that may have another answer after one of the changes below. */
const queries: readonly Query[] = [
  ...pages.flatMap((page): Query[] => [
    { type: 'post-archive', page },
    { type: 'resource-archive', page },
    { type: 'tag-archive', tag: 'growth', page },
    { type: 'tag-archive', tag: 'other', page },
  ]),
  ...['growth', 'other'].map((tag): Query => ({ type: 'tag', tag })),
  ...['guide-7', 'new'].map((slug): Query => ({ type: 'resource', slug })),
  ...slugs.flatMap((slug): Query[] => [
    { type: 'post', slug },
    { type: 'post-surroundings', slug },
  ]),
];

function openNotes(directory: string) {
  const database = openSnapshotForReading(directory);
  if (!database) throw new Error('There is no snapshot.');
  const read = createRead(directory);
  const answers = new Map(queries.map((query) => [nameQuery(query), read.getDigest(query)]));
  const { getState, listTouched } = createChangeReader(database);
  const close = () => [database, read].forEach((one) => one.close());
  return { answers, state: getState(), listTouched, close };
}

const growth = (id: string, publishedDate: string) => post(id, { publishedDate, tags: ['Growth'] });
const edited = (number: number, fields: object) => {
  const { sys, fields: before } = manyPosts(60)[number - 1] ?? post('none');
  return post(sys.id, { ...before, tags: ['Growth'], ...fields });
};

type Change = (service: ContentService) => unknown;
const publish =
  (entry: RawEntry): Change =>
  (service) =>
    service.publish(entry);
const unpublish =
  (...ids: string[]): Change =>
  (service) =>
    ids.forEach((id) => service.unpublish(id));

test.each<[string, number, Change]>([
  ['a newer post with a new tag', 60, publish(post('new', { tags: ['Other'] }))],
  ['a newer post with the tag', 60, publish(growth('new', '2026-05-01'))],
  ['the first post of a new archive page', 48, publish(growth('new', '2026-05-01'))],
  ['the first post of the archive', 25, publish(growth('new', '2026-05-01'))],
  ['an older post', 60, publish(growth('old', '2020-01-01'))],
  ['an edit', 60, publish(edited(31, { title: 'New' }))],
  ['a tag that few posts have', 60, publish(edited(30, {}))],
  ['a post that loses the tag', 60, publish(edited(30, { tags: ['Other'] }))],
  ['another spelling of the tag', 60, publish(edited(60, { tags: ['GROWTH'] }))],
  ['a post that becomes the oldest', 60, publish(edited(1, { publishedDate: '2020-01-01' }))],
  ['fewer posts than fill the third page', 60, unpublish(...slugs.slice(0, 12))],
  ['the last post of the archive', 26, unpublish('post-0026')],
  ['the last post of the archive of a tag', 25, unpublish('post-0025')],
  ['an edit of a resource', 26, publish(resource('guide-7', { type: 'New' }))],
  ['a new resource', 24, publish(resource('new'))],
  ['a resource that is gone', 25, unpublish('guide-7')],
])('%s touches every query that it changes, and hardly another page', async (_, count, change) => {
  const { service, pullNow, directory } = await createPulled({
    entries: [
      ...manyPosts(count).map(({ sys, fields }, index) =>
        post(sys.id, { ...fields, tags: index % 10 === 9 ? ['Growth', 'Other'] : ['Growth'] }),
      ),
      ...manyResources(count),
    ],
  });
  const before = openNotes(directory);
  before.close();
  change(service);
  await pullNow();
  const after = openNotes(directory);
  const touched = after.listTouched(before.state) ?? [];
  after.close();
  const changed = [...before.answers.keys()].filter(
    (name) => before.answers.get(name) !== after.answers.get(name),
  );
  expect(changed).not.toEqual([]);
  expect(changed.filter((name) => !touched.includes(name))).toEqual([]);
  const superfluous = touched.filter(
    (name) => name.includes('-archive') && !changed.includes(name),
  );
  expect(superfluous.length).toBeLessThanOrEqual(4);
});
