/** What a failing content service does to the snapshot: client.test.ts has those that pass. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '#engine/stand-in/service.ts';
import { createContentClient } from '#engine/content/contentful/client.ts';
import { ContentServiceError } from '#engine/content/contentful/failure.ts';
import { builtInResources } from '#data/built-in/index.ts';
import { snapshotFile } from '#engine/content/snapshot/database.ts';
import { openService } from '../../fixtures/content.ts';
import { byId, createPulled, createSite, edited } from './pulled.ts';

describe('when the content service fails during a pull', () => {
  const everything = '/';
  const unreadable = 'gave an answer that cannot be read';
  const late = 'did not finish within 1 seconds';
  test.each<[kind: FaultKind, path: string, reason: string]>([
    ['hang', everything, late],
    ['drip', everything, late],
    ['html', everything, unreadable],
    ['missing-items', everything, 'gave an answer that is not a list'],
    ['short-page', everything, 'gave 1 of 2 entries that it says it has'],
    ['too-big', everything, 'has an entry over its own limit of 7 MB'],
    ['reset', '/sync', `(could not be reached|${unreadable})`],
    ['server-error', '/sync', 'answered with status 500'],
    ['rate-limit', '/sync', 'is over its rate limit'],
    ['same-page', '/sync', 'gave the same page twice'],
    ['unauthorized', byId, 'refused the token; check CONTENTFUL_DELIVERY_TOKEN'],
    ['short-page', byId, 'gave 0 of 1 entries that it says it has'],
    ['refuse', everything, 'refused the connection'],
  ])(
    '%s at %s: the last good snapshot stays, byte for byte, and one sentence says why',
    async (kind, path, reason) => {
      const { service, pullNow, dump, getHtml } = await createPulled();
      const before = dump();
      service.publish(edited('Second'));
      await service.setFaults({ kind, path });
      // Other faults end by themselves, however slow the machine is.
      const limits = reason === late ? { deadlineMs: 600 } : {};
      const client = createContentClient(service.account, limits);
      const result = await pullNow({ client, everything: path === everything, patienceMs: 500 });
      expect(result).toMatchObject({ outcome: 'stale', changes: null, counts: { posts: 2 } });
      const { host, deliveryToken } = service.account;
      expect(result.failure).toMatch(
        new RegExp(`^The content service at ${host} ${reason}[^\\n]*\\.$`),
      );
      expect(result.failure).not.toContain(deliveryToken);
      expect(dump()).toEqual(before);
      await service.setFaults();
      expect(await pullNow()).toMatchObject({ outcome: 'fresh', mode: 'changes', fetched: 1 });
      expect(await getHtml('one')).toBe('<p>Second</p>');
    },
  );

  test('a pull fails without a snapshot, with a damaged one, and under CONTENT_ON_FAILURE=fail', async () => {
    const service = await openService();
    await service.setFaults({ kind: 'unauthorized' });
    const { directory, read, pullFrom } = await createSite();
    await expect(pullFrom(service)).rejects.toThrow(ContentServiceError);
    await expect(read({ type: 'locale' })).rejects.toThrow('is missing or damaged');
    await writeFile(join(directory, snapshotFile), 'no database');
    await expect(pullFrom(service)).rejects.toThrow(ContentServiceError);
    await service.setFaults();
    await pullFrom(service);
    await service.setFaults({ kind: 'unauthorized' });
    await expect(pullFrom(service, { onFailure: 'fail' })).rejects.toThrow(ContentServiceError);
  });

  test('under degrade lists say so, and a pull of changes brings the last good snapshot back', async () => {
    const { service, pullNow, dump, read, getHtml } = await createPulled();
    const good = dump();
    await service.setFaults({ kind: 'unauthorized' });
    expect(await pullNow({ onFailure: 'degrade' })).toMatchObject({ outcome: 'degraded' });
    const failed = { status: 'failed', counts: { posts: 0 } };
    expect(await read({ type: 'overview' })).toMatchObject(failed);
    const readList = (collection: string) => read({ type: 'list', collection });
    for (const collection of ['posts', 'resources'])
      expect(await readList(collection)).toMatchObject({ status: 'failed', items: [] });
    expect(await getHtml('one')).toBeUndefined();
    expect(await read({ type: 'item', collection: 'resources', slug: 'guide' })).toBeNull();
    for (const { slug } of builtInResources)
      expect(await read({ type: 'item', collection: 'resources', slug })).not.toBeNull();
    expect(await pullNow()).toMatchObject({ outcome: 'stale', counts: { posts: 2, resources: 1 } });
    expect(dump()).toEqual(good);
    await pullNow({ onFailure: 'degrade' });
    await service.setFaults();
    expect(await pullNow()).toMatchObject({ changes: {}, mode: 'changes', fetched: 0 });
    expect(await readList('posts')).toMatchObject({ status: 'loaded', total: 2 });
  });
});
