/** What a failing content service does to the snapshot: client.test.ts tries every fault. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { ContentServiceError } from '../../../src/engine/content/contentful/failure.ts';
import { builtInResources } from '../../../src/engine/content/fallback/index.ts';
import { snapshotFile } from '../../../src/engine/content/snapshot/database.ts';
import { openService } from '../../fixtures/content.ts';
import { byId, createPulled, createSite, edited } from './pulled.ts';

describe('when the content service fails during a pull', () => {
  const at = (path: string, whole: boolean, ...kinds: readonly FaultKind[]) =>
    kinds.map((kind) => ({ kind, path, whole }));

  test.concurrent.for([
    ...at('/', false, 'refuse', 'drip'),
    ...at('/sync', false, 'reset', 'server-error'),
    ...at(byId, false, 'unauthorized', 'cut-json', 'short-page'),
    ...at('/', true, 'drip', 'short-page', 'empty-items'),
  ])(
    '$kind at $path (everything: $whole): the last good snapshot stays, byte for byte',
    async ({ kind, path, whole }, { onTestFinished }) => {
      const { service, pullNow, dump, getHtml } = await createPulled({}, onTestFinished);
      const before = dump();
      service.publish(edited('Second'));
      await service.setFaults({ kind, path });
      const client = createContentClient(service.account, { deadlineMs: 300 });
      const result = await pullNow({ client, whole, patience: 500 });
      expect(result).toMatchObject({ outcome: 'stale', changed: false, posts: 2, resources: 1 });
      expect(result.failure).toContain(service.host);
      expect(result.failure).not.toContain(service.account.deliveryToken);
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
    expect(() => read.getDigest({ type: 'slugs' })).toThrow('is missing or damaged');
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
    expect(await read({ type: 'overview' })).toMatchObject({ status: 'failed', posts: 0 });
    for (const type of ['post-list', 'resource-list'] as const)
      expect(await read({ type })).toEqual({ status: 'failed' });
    expect(await getHtml('one')).toBeUndefined();
    expect(await read({ type: 'resource', slug: 'guide' })).toBeNull();
    for (const { slug } of builtInResources)
      expect(await read({ type: 'resource', slug })).not.toBeNull();
    expect(await pullNow()).toMatchObject({ outcome: 'stale', posts: 2, resources: 1 });
    expect(dump()).toEqual(good);
    await pullNow({ onFailure: 'degrade' });
    await service.setFaults();
    expect(await pullNow()).toMatchObject({ changed: true, mode: 'changes', fetched: 0 });
    expect(await read({ type: 'post-list' })).toMatchObject({ status: 'loaded', total: 2 });
  });

  test('an error in our own code is no failure of the service', async () => {
    const { pullFrom } = await createSite();
    const service = await openService();
    const fetchPages = () => Promise.reject(new TypeError('ours'));
    const client = { ...createContentClient(service.account), fetchPages };
    await expect(pullFrom(service, { client, onFailure: 'degrade' })).rejects.toThrow('ours');
  });
});
