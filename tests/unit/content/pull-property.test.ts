import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startContentService } from '../../../scripts/content-service/service.ts';
import {
  asset as embed,
  assetLink,
  doc,
  entry,
  entryLink,
  p,
} from '../../../src/engine/content/fallback/document.ts';
import { asset, images, link, post, resource } from '../../fixtures/content.ts';
import { createSite, dateAfter, day, start } from './pulled.ts';

// The full version: SYNC_RUNS=500.
const runs = Number(process.env.SYNC_RUNS ?? 6);

describe('pulls of changes', () => {
  const postIds = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
  const resourceIds = ['r1', 'r2', 'r3'];
  const assetIds = ['a1', 'a2'];
  const oneOf = (...ids: readonly string[]) => fc.constantFrom(...ids);
  const target = oneOf(...postIds, ...resourceIds, 'gone');
  const content = fc
    .array(
      fc.oneof(
        target.map((id) => entry(id)),
        target.map((id) => p(entryLink(id, 'read on'))),
        oneOf(...assetIds).map((id) => embed(id)),
        oneOf(...assetIds).map((id) => p(assetLink(id, 'file'))),
        oneOf('One word', 'Two words').map((text) => p(text)),
      ),
      { maxLength: 3 },
    )
    .map((blocks) => doc(...blocks));
  const title = oneOf('One', 'Two');
  const slug = oneOf('one', 'two', 'three', 'four', 'five', 'NOT USABLE');
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const postFields = fc.record({
    title,
    slug,
    excerpt: title,
    publishedDate: optional(fc.integer({ min: -4, max: 4 }).map(dateAfter)),
    featuredImage: optional(oneOf(...assetIds).map((id) => link('Asset', id))),
    content,
  });
  const resourceFields = fc.record({ title, slug, subtitle: title, content });

  const change = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('post'), oneOf(...postIds), postFields) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constant('resource'), oneOf(...resourceIds), resourceFields),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constant('asset'), oneOf(...assetIds), fc.record({ title })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constant('take back'),
        oneOf(...postIds, ...resourceIds, ...assetIds),
        fc.constant({}),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constant('a day passes'), fc.constant(''), fc.constant({})),
    },
  );

  test('write the same snapshot as pulls of everything, for any space', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 0, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
      async (steps) => {
        const [changed, whole] = [await createSite(), await createSite()];
        const service = await startContentService({ space: { entries: [], assets: [] }, images });
        let now = start;
        try {
          const onFailure = 'fail';
          const acceptFewer = ['blogPost', 'resource'] as const;
          await changed.pullFrom(service, { onFailure });
          for (const step of steps) {
            for (const [kind, id, fields] of step) {
              if (kind === 'post') service.publish(post(id, fields));
              if (kind === 'resource') service.publish(resource(id, fields));
              if (kind === 'asset')
                await service.publishAsset(asset(id, 'square.svg', 'image/svg+xml', fields));
              if (kind === 'take back') {
                service.unpublish(id);
                service.unpublishAsset(id);
              }
              if (kind === 'a day passes') now += day;
            }
            const options = { now: new Date(now), onFailure, acceptFewer } as const;
            expect((await changed.pullFrom(service, options)).mode).toBe('changes');
            await whole.pullFrom(service, { ...options, whole: true });
            expect(await changed.dump()).toEqual(await whole.dump());
          }
        } finally {
          await service.close();
        }
      },
    );
    await fc.assert(property, { seed: 20_261_122, numRuns: runs });
  }, 300_000);
});
