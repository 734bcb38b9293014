import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEventStore } from '../../../src/engine/publish/event-store.ts';
import type { ContentEvent } from '../../../src/engine/content/index.ts';
import { createFolder } from '../../fixtures/folder.ts';

const edit = (id: string): ContentEvent => ({ kind: 'Entry', id, revision: 2, deleted: false });

test('the next process knows the events that no run published, except half a line', async () => {
  const folder = await createFolder();
  const earlier = await openEventStore(folder);
  await Promise.all(['one', 'two', 'three'].map((id) => earlier.add(edit(id))));
  await earlier.keep([edit('two'), edit('three')]);
  await appendFile(join(folder, 'events.jsonl'), '{"kind":"Entry","id":"ha');
  const next = await openEventStore(folder);
  expect(next.left).toEqual([edit('two'), edit('three')]);
  await next.add(edit('four'));
  const last = await openEventStore(folder);
  expect(last.left).toEqual([edit('two'), edit('three'), edit('four')]);
});
