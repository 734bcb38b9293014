import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firmParts } from '../../../scripts/command-line/sample-facts.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the README of the server explains every event of the log, and no other', () => {
  const events = globSync('src/engine/**/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/\bevent: ([^,}\n]+)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/'([a-z.-]+)'/g)].map(([, event = '']) => event),
    ),
  );
  const table = read('src/engine/serve/README.md').split('## What an alarm means')[1] ?? '';
  const explained = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, event = '']) => event),
  );
  expect(explained.length).toBeGreaterThan(20);
  expect([...new Set(events)].sort()).toEqual(explained.sort());
});

test('the README lists the facts that the doctor checks', () => {
  const section = read('README.md').split('## Put your firm in')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (.+?) +\| `(.+)` +\|$/gm)].map(([, what, file]) => [
    what,
    file,
  ]);
  expect(rows).toEqual(firmParts.map(({ what, file }) => [what, file]));
});
