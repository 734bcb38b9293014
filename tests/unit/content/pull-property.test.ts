/** Pulls of changes, for any space: they write what a pull of everything writes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentService } from '#engine/stand-in/service.ts';
import { asset as embed, doc, entry, entryLink, p } from '#data/built-in/document.ts';
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
    fc.oneof(fc.integer({ min: -4, max: 4 }).map(dateAfter), oneOf('2025-12-30', '2020-01-01')),
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

test('pulls of changes write the same snapshot as pulls of everything', async () => {
  const steps = fc.array(fc.array(change, { maxLength: 5 }), { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(steps, async (steps) => {
    const site = await createSite();
    const other = await createSite();
    const service = await openService({ entries: [...manyPosts(26), ...manyResources(7)] });
    const options = { onFailure: 'fail', acceptFewer: true } as const;
    await site.pullFrom(service, options);
    let time = start;
    for (const step of steps) {
      for (const one of step) time += day * (await apply(service, one));
      const now = new Date(time);
      expect((await site.pullFrom(service, { ...options, now })).mode).toBe('changes');
      await other.pullFrom(service, { ...options, now, everything: true });
      expect(site.dump()).toEqual(other.dump());
    }
  });
  await fc.assert(property, { seed: 20_261_122, numRuns: scaled(10, 500) });
});
