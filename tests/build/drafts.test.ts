/** The live site contains nothing of the draft preview: no text, no style, no script, no draft. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { fixtureSpace } from '../fixtures/space.ts';

const traces = [
  /draft-(?:banner|mark)/i,
  /draft preview/i,
  /preview-?(?:token|password)/i,
  /drafts\/report/,
  /SHOWS_DRAFTS/,
  ...fixtureSpace.drafts.map(({ fields }) => new RegExp(String(fields.slug))),
];

test('no file of the built site contains a part of the draft preview', async () => {
  const root = inject('distDirectory');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    for (const trace of traces) if (trace.test(text)) found.push(`${entry.name}: ${trace.source}`);
  }
  expect(found).toEqual([]);
});
