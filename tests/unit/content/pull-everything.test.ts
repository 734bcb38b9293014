import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PullOptions } from '../../../src/engine/content/pull/pull.ts';
import { snapshotFile } from '../../../src/engine/content/snapshot/database.ts';
import { createRead } from '../../../src/engine/content/snapshot/read.ts';
import { changeSnapshot } from '../../fixtures/snapshot.ts';
import { byId, createPulled, edited } from './pulled-snapshot.ts';

describe('a pull reads everything again', () => {
  const pullsWhole = async (
    damage: (pulled: Awaited<ReturnType<typeof createPulled>>) => unknown,
    options: Partial<PullOptions> = {},
    onFinished = onTestFinished,
  ) => {
    const pulled = await createPulled({}, onFinished);
    await damage(pulled);
    pulled.service.publish(edited('Second'));
    const { pullNow, directory } = pulled;
    const read = createRead(directory);
    expect(await pullNow(options)).toMatchObject({ outcome: 'fresh', mode: 'whole', fetched: 3 });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
    // The next pull reads only changes again.
    pulled.service.publish(edited('Third'));
    await pulled.service.setFaults();
    expect(await pullNow()).toMatchObject({ outcome: 'fresh', mode: 'changes', fetched: 1 });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Third</p>');
  };
  const change =
    (sql: string) =>
    ({ directory }: { directory: string }) =>
      changeSnapshot(directory, sql);

  test('on demand', () => pullsWhole(() => undefined, { whole: true }));

  test.for([
    [
      'the token is of another service',
      change("UPDATE meta SET value = 'old' WHERE key = 'token'"),
    ],
    [
      'the snapshot is of another account or other code',
      change("UPDATE meta SET value = 'x' || value WHERE key = 'owner'"),
    ],
    ['the snapshot is of another version', change('PRAGMA user_version = 999')],
    [
      'the snapshot is damaged',
      ({ directory }: { directory: string }) =>
        writeFile(join(directory, snapshotFile), 'no database'),
    ],
    [
      'the snapshot is lost',
      ({ directory }: { directory: string }) => rm(directory, { recursive: true }),
    ],
  ] as const)('when %s', async ([, damage]) => pullsWhole(damage));

  // Concurrent, because most of the time is the wait before another attempt.
  test.concurrent.for(['html', 'cut-json', 'missing-items', 'empty-items', 'too-big'] as const)(
    'when the Sync API answers with %s',
    async (kind, { onTestFinished }) =>
      pullsWhole(({ service }) => service.setFaults({ kind, path: '/sync' }), {}, onTestFinished),
  );

  test('when the service never shows an entry in its reported revision', async () => {
    const { service, pullNow, read } = await createPulled();
    service.publish(edited('Second'));
    await service.setFaults({ kind: 'empty-items', path: byId });
    expect(await pullNow({ patience: 300 })).toMatchObject({ outcome: 'fresh', mode: 'whole' });
    expect((await read({ type: 'post', slug: 'one' }))?.body.html).toBe('<p>Second</p>');
  });
});
