import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { ContentServiceError } from '../../../src/engine/content/contentful/contract.ts';
import { snapshotFile } from '../../../src/engine/content/snapshot/database.ts';
import { createRead } from '../../../src/engine/content/snapshot/read.ts';
import { openService, post, resource } from '../../fixtures/content.ts';
import { dumpSnapshot } from '../../fixtures/snapshot.ts';
import { createSite } from './pulled-site.ts';
import { byId, createPulled, edited } from './pulled-snapshot.ts';

describe('when the content service fails during a pull of changes', () => {
  const at = (path: string, ...kinds: readonly FaultKind[]) =>
    kinds.map((kind) => ({ kind, path }));

  // client-failures.test.ts tries every fault; this test tries one of each kind at each step of a pull.
  test.concurrent.for([
    ...at('/', 'refuse', 'drip'),
    ...at('/sync', 'reset', 'server-error'),
    ...at(byId, 'unauthorized', 'cut-json', 'short-page'),
  ])(
    '$kind at $path: the last good snapshot stays, byte for byte, and the next pull reads everything',
    async ({ kind, path }, { onTestFinished }) => {
      const { service, pullNow, readSnapshot, read } = await createPulled({}, onTestFinished);
      const before = await readSnapshot();
      service.publish(edited('Second'));
      await service.setFaults({ kind, path });
      const client = createContentClient(service.account, { deadlineMs: 300 });
      expect(await pullNow({ client })).toMatchObject({ outcome: 'stale', changed: false });
      expect(await readSnapshot()).toEqual(before);
      await service.setFaults();
      expect(await pullNow()).toMatchObject({ outcome: 'fresh', mode: 'changes', fetched: 1 });
      expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
    },
  );

  test('a pull of changes alone restores degraded lists', async () => {
    const { service, pullNow, read } = await createPulled();
    await service.setFaults({ kind: 'unauthorized' });
    await pullNow({ onFailure: 'degrade' });
    expect(await read({ type: 'post-list' })).toEqual({ status: 'failed' });
    await service.setFaults();
    expect(await pullNow()).toMatchObject({ changed: true, mode: 'changes', fetched: 0 });
    expect(await read({ type: 'post-list' })).toMatchObject({
      status: 'loaded',
      total: 2,
    });
  });
});

describe('when the content service fails during a pull of everything', () => {
  // client-failures.test.ts tries every fault; this test tries one that ends late and two that look like answers.
  const faults: readonly FaultKind[] = ['drip', 'empty-items', 'short-page'];
  const entries = [post('one'), post('two'), resource('guide')];

  test.each(faults)('%s: the last good snapshot stays, byte for byte', async (kind) => {
    const service = await openService({ entries });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    const before = await dumpSnapshot(directory);
    await service.setFaults({ kind });
    const client = createContentClient(service.account, { deadlineMs: 300 });
    const result = await pullFrom(service, { client, whole: true });
    expect(result).toMatchObject({ outcome: 'stale', posts: 2, resources: 1 });
    expect(result.failure).toContain(service.host);
    expect(result.failure).not.toContain(service.token);
    expect(await dumpSnapshot(directory)).toEqual(before);
  });

  test('fails without a snapshot', async () => {
    const service = await openService({ entries });
    await service.setFaults({ kind: 'unauthorized' });
    const { directory, pullFrom } = await createSite();
    await expect(pullFrom(service)).rejects.toThrow(ContentServiceError);
    expect(() => createRead(directory).getDigest({ type: 'slugs' })).toThrow('no content snapshot');
  });

  test('fails under CONTENT_ON_FAILURE=fail, even with a snapshot', async () => {
    const service = await openService({ entries });
    const { pullFrom } = await createSite();
    await pullFrom(service);
    await service.setFaults({ kind: 'unauthorized' });
    await expect(pullFrom(service, { onFailure: 'fail' })).rejects.toThrow(ContentServiceError);
  });

  test('under degrade lists say so, built-in resources stay, and the last good snapshot is kept', async () => {
    const service = await openService({ entries });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    const good = await dumpSnapshot(directory);
    await service.setFaults({ kind: 'unauthorized' });
    expect(await pullFrom(service, { onFailure: 'degrade' })).toMatchObject({
      outcome: 'degraded',
    });
    const read = createRead(directory);
    expect(await read({ type: 'post-list' })).toEqual({ status: 'failed' });
    expect(await read({ type: 'resource-list' })).toEqual({ status: 'failed' });
    expect(await read({ type: 'post', slug: 'one' })).toBeNull();
    expect(await read({ type: 'resource', slug: 'guide' })).toBeNull();
    expect(await read({ type: 'resource', slug: 'growth-playbook' })).not.toBeNull();
    await pullFrom(service, { onFailure: 'degrade' });
    expect(await pullFrom(service)).toMatchObject({ outcome: 'stale', posts: 2, resources: 1 });
    expect(await dumpSnapshot(directory)).toEqual(good);
  });

  test('does not use a damaged snapshot', async () => {
    const service = await openService({ entries });
    const { directory, pullFrom } = await createSite();
    await pullFrom(service);
    await writeFile(join(directory, snapshotFile), 'no database');
    await service.setFaults({ kind: 'unauthorized' });
    await expect(pullFrom(service)).rejects.toThrow(ContentServiceError);
  });

  test('an error in our own code is no failure of the service', async () => {
    const { pullFrom } = await createSite();
    const service = await openService({ entries });
    const client = {
      ...createContentClient(service.account),
      fetchPages: () => Promise.reject(new TypeError('ours')),
    };
    await expect(pullFrom(service, { client, onFailure: 'degrade' })).rejects.toThrow('ours');
  });
});
