import { describe, expect, test } from 'vitest';
import { manyPosts, openService, post, resource } from '../../fixtures/content.ts';
import { createSite, listPosts } from './pulled-site.ts';

describe('the cliff guard', () => {
  test.each([
    [4, 2, true],
    [4, 1, false],
    [4, 0, false],
    [1, 0, false],
    [1, 1, true],
    [0, 0, true],
    [3, 2, true],
    [3, 1, false],
  ])('accepts a change from %i to %i posts: %s', async (before, after, isBelieved) => {
    const service = await openService({ entries: [...manyPosts(before), resource('guide')] });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    await service.setSpace({ entries: [...manyPosts(after), resource('guide')], assets: [] });
    const result = await pullFrom(service);
    expect(result.outcome).toBe(isBelieved ? 'fresh' : 'stale');
    expect(await listPosts(directory)).toHaveLength(isBelieved ? after : before);
    if (!isBelieved)
      expect(result.failure).toContain(
        `lost most of its blogPost entries: usable now ${after}, in the last good snapshot ${before}. If that is right, run 'npm run build -- --accept-fewer=blogPost'.`,
      );
  });

  test('also protects resources, and counts entries that became unusable', async () => {
    const service = await openService({ entries: [post('one'), resource('a'), resource('b')] });
    const { pullFrom } = await createSite();
    await pullFrom(service);
    await service.setSpace({
      entries: [post('one'), resource('a', { slug: '' }), resource('b', { slug: '' })],
      assets: [],
    });
    expect((await pullFrom(service)).failure).toContain('resource entries: usable now 0');
  });

  test('accepts fewer entries of the named type only', async () => {
    const service = await openService({ entries: [post('one'), post('two'), resource('a')] });
    const { pullFrom } = await createSite();
    await pullFrom(service);
    await service.setSpace({ entries: [resource('a')], assets: [] });
    expect((await pullFrom(service, { acceptFewer: ['resource'] })).outcome).toBe('stale');
    expect((await pullFrom(service, { acceptFewer: ['blogPost'] })).outcome).toBe('fresh');
  });

  test('fails the build under fail, and accepts the loss under degrade', async () => {
    const service = await openService({ entries: [post('one'), post('two'), resource('a')] });
    const { pullFrom } = await createSite();
    await pullFrom(service);
    await service.setSpace({ entries: [resource('a')], assets: [] });
    await expect(pullFrom(service, { onFailure: 'fail' })).rejects.toThrow(/usable now/);
    expect((await pullFrom(service, { onFailure: 'degrade' })).outcome).toBe('fresh');
  });
});
