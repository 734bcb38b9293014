import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import {
  asset as embed,
  assetLink,
  doc,
  entry,
  entryLink,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { asset, link, openService, post, resource } from '../../fixtures/content.ts';
import { createSite, dateAfter, day, start } from './pulled.ts';

// The full version: SYNC_RUNS=500.
const numRuns = Number(process.env.SYNC_RUNS ?? 6);

const oneOf = (...values: readonly string[]) => fc.constantFrom(...values);
const postId = oneOf('p1', 'p2', 'p3', 'p4', 'p5', 'p6');
const resourceId = oneOf('r1', 'r2', 'r3');
const assetId = oneOf('a1', 'a2');
const target = fc.oneof(postId, resourceId, oneOf('gone'));
const block = fc.oneof(
  target.map((id) => entry(id)),
  target.map((id) => p(entryLink(id, 'read on'))),
  assetId.map((id) => embed(id)),
  assetId.map((id) => p(assetLink(id, 'file'))),
  oneOf('One word', 'Two words').map((text) => p(text)),
);
const title = oneOf('One', 'Two');
const shared = {
  title,
  slug: oneOf('one', 'two', 'three', 'four', 'five', 'NOT USABLE'),
  content: fc.array(block, { maxLength: 3 }).map((blocks) => doc(...blocks)),
};
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const postFields = fc.record({
  ...shared,
  excerpt: title,
  publishedDate: optional(fc.integer({ min: -4, max: 4 }).map(dateAfter)),
  featuredImage: optional(assetId.map((id) => link('Asset', id))),
});
const publishPost = fc.record({ post: postId, fields: postFields });
const change = fc.oneof(
  publishPost,
  publishPost,
  fc.record({ resource: resourceId, fields: fc.record({ ...shared, subtitle: title }) }),
  fc.record({ asset: assetId, fields: fc.record({ title }) }),
  fc.record({ lost: fc.oneof(postId, resourceId, assetId) }),
  fc.constant({ days: 1 }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Makes one change. @returns the days that passed */
async function apply(service: ContentService, one: Change): Promise<number> {
  if ('days' in one) return one.days;
  if ('post' in one) service.publish(post(one.post, one.fields));
  if ('resource' in one) service.publish(resource(one.resource, one.fields));
  if ('asset' in one)
    await service.publishAsset(asset(one.asset, 'square.svg', 'image/svg+xml', one.fields));
  if ('lost' in one) {
    service.unpublish(one.lost);
    service.unpublish(one.lost, 'Asset');
  }
  return 0;
}

test('pulls of changes write the same snapshot as pulls of everything, for any space', async () => {
  const steps = fc.array(fc.array(change, { maxLength: 5 }), { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(steps, async (steps) => {
    const [changed, whole] = [await createSite(), await createSite()];
    const service = await openService();
    const options = { onFailure: 'fail', acceptFewer: ['blogPost', 'resource'] } as const;
    await changed.pullFrom(service, options);
    let time = start;
    for (const step of steps) {
      for (const one of step) time += day * (await apply(service, one));
      const now = new Date(time);
      expect((await changed.pullFrom(service, { ...options, now })).mode).toBe('changes');
      await whole.pullFrom(service, { ...options, now, whole: true });
      expect(changed.dump()).toEqual(whole.dump());
    }
  });
  await fc.assert(property, { seed: 20_261_122, numRuns });
}, 300_000);
