/**
 * Pulls of changes, for any space: they write what a pull of everything writes, and note each query whose
 * answer changes. A missing note would leave a stale page.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import {
  asset as embed,
  doc,
  entry,
  entryLink,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { openSnapshotForReading } from '../../../src/engine/content/index.ts';
import { nameQuery, type Query } from '../../../src/engine/content/snapshot/queries.ts';
import { createChangeReader } from '../../../src/engine/content/snapshot/write.ts';
import {
  asset,
  link,
  manyPosts,
  manyResources,
  openService,
  post,
  resource,
} from '../../fixtures/content.ts';
import { scaled } from '../../support/scale.ts';
import { createSite, dateAfter, day, start } from './pulled.ts';

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
// New ones, and some of those that are there at the start.
const postId = oneOf('p1', 'p2', 'p3', 'p4', 'post-0001', 'post-0013', 'post-0026');
const resourceId = oneOf('r1', 'r2', 'guide-7');
const assetId = oneOf('a1', 'a2');
const target = fc.oneof(postId, resourceId, oneOf('gone'));
const block = fc.oneof(
  target.map((id) => entry(id)),
  target.map((id) => p(entryLink(id, 'read on'))),
  assetId.map((id) => embed(id)),
  oneOf('One word', 'Two words').map((text) => p(text)),
);
const title = oneOf('One', 'Two');
const slugs = ['one', 'two', 'three', 'four', 'five'];
const shared = {
  title,
  slug: oneOf(...slugs, 'NOT USABLE'),
  content: fc.array(block, { maxLength: 3 }).map((blocks) => doc(...blocks)),
};
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const postFields = fc.record({
  ...shared,
  excerpt: title,
  // Newer than the others, between them, or older.
  publishedDate: optional(
    fc.oneof(
      fc.integer({ min: -4, max: 4 }).map(dateAfter),
      oneOf('2025-12-30T12:00Z', '2020-01-01'),
    ),
  ),
  featuredImage: optional(assetId.map((id) => link('Asset', id))),
  tags: oneOf(['Growth'], ['Growth'], ['Other'], ['GROWTH', 'Other']),
});
const publishPost = fc.tuple(postId, postFields).map(([id, fields]) => [post(id, fields)]);
const resourceFields = fc.record({ ...shared, subtitle: title });
const assetOf = (id: string, text: string) =>
  asset(id, 'square.svg', 'image/svg+xml', { title: text });
const change = fc.oneof(
  publishPost,
  publishPost,
  fc.tuple(resourceId, resourceFields).map(([id, fields]) => [resource(id, fields)]),
  fc.record({ asset: fc.tuple(assetId, title).map(([id, text]) => assetOf(id, text)) }),
  fc.record({ lost: fc.oneof(postId, resourceId, assetId) }),
  fc.constant({ days: 1 }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Makes one change. @returns the days that passed */
async function apply(service: ContentService, one: Change): Promise<number> {
  if ('days' in one) return one.days;
  if ('asset' in one) await service.publishAsset(one.asset);
  else if ('lost' in one) {
    service.unpublish(one.lost);
    service.unpublish(one.lost, 'Asset');
  } else one.forEach(service.publish);
  return 0;
}

/** How many posts and resources there are at the start: one more or fewer begins or ends an archive page. */
const counts = oneOf(24, 25, 26, 49, 60);
const postsOf = (count: number, fields: object = {}) =>
  manyPosts(count, { tags: ['Growth'], ...fields });
/** One of the first posts, with one change. */
const edit = (number: number, fields: object) => postsOf(number, fields).slice(-1);

const queries: readonly Query[] = [
  ...[1, 2, 3, 4].flatMap((page): Query[] => [
    { type: 'post-archive', page },
    { type: 'resource-archive', page },
    { type: 'tag-archive', tag: 'growth', page },
    { type: 'tag-archive', tag: 'other', page },
  ]),
  ...['growth', 'other'].map((tag): Query => ({ type: 'tag', tag })),
  ...[...slugs, 'guide-7'].map((slug): Query => ({ type: 'resource', slug })),
  ...[...slugs, ...manyPosts(60).map(({ sys }) => sys.id)].flatMap((slug): Query[] => [
    { type: 'post', slug },
    { type: 'post-surroundings', slug },
  ]),
];

type Site = Awaited<ReturnType<typeof createSite>>;
const digestAll = ({ read }: Site) =>
  new Map(queries.map((query) => [nameQuery(query), read.getDigest(query)]));

/** Makes changes. @returns what is noted of them, and the queries that have another answer now */
async function watch(site: Site, makeChanges: () => Promise<unknown>) {
  const database = openSnapshotForReading(site.directory);
  if (!database) throw new Error('There is no snapshot.');
  const { getState, listTouched } = createChangeReader(database);
  const [state, before] = [getState(), digestAll(site)];
  await makeChanges();
  const touched = listTouched(state) ?? [];
  database.close();
  const changed = [...digestAll(site)].filter(([name, digest]) => before.get(name) !== digest);
  return { touched, changed: changed.map(([name]) => name) };
}

test('pulls of changes write the same snapshot as pulls of everything, and note what they change', async () => {
  const steps = fc.array(fc.array(change, { maxLength: 5 }), { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(counts, steps, async (count, steps) => {
    const [site, other] = [await createSite(), await createSite()];
    const service = await openService({ entries: [...postsOf(count), ...manyResources(count)] });
    const options = { onFailure: 'fail', acceptFewer: ['blogPost', 'resource'] } as const;
    await site.pullFrom(service, options);
    let time = start;
    for (const step of steps) {
      const { touched, changed } = await watch(site, async () => {
        for (const one of step) time += day * (await apply(service, one));
        const now = new Date(time);
        expect((await site.pullFrom(service, { ...options, now })).mode).toBe('changes');
        await other.pullFrom(service, { ...options, now, whole: true });
      });
      expect(site.dump()).toEqual(other.dump());
      expect(touched).toEqual(expect.arrayContaining(changed));
    }
  });
  const edits = [
    edit(1, { title: 'New' }),
    // Pages between the old and the new place change too.
    edit(1, { publishedDate: '2020-01-01' }),
    // Related are older posts; for the oldest posts newer ones too.
    ...[1, 26, 58].map((number) => edit(number, { tags: ['Other'] })),
  ];
  const examples: [number, Change[][]][] = edits.map((one) => [60, [[one]]]);
  // Without the first post too many there is no archive.
  examples.push([26, [[{ lost: 'post-0001' }]]]);
  await fc.assert(property, { seed: 20_261_122, numRuns: scaled(10, 500), examples });
});
