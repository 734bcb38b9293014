import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/content/contentful/client.ts';
import { byId, createPulled, edited } from './pulled-snapshot.ts';

describe('when the content service fails', () => {
  const at = (path: string, ...kinds: readonly FaultKind[]) =>
    kinds.map((kind) => ({ kind, path }));

  // client.test.ts tries every fault; this test tries one of each kind at each step of a pull.
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
