import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the README of the server explains every event of the log, and no other', () => {
  const events = globSync('src/engine/**/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/\bevent(?::| =) ([^,}\n]+)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, event = '']) => event),
    ),
  );
  const table = read('src/engine/serve/README.md').split('## What an alarm means')[1] ?? '';
  const explained = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, event = '']) => event),
  );
  expect(explained.length).toBeGreaterThan(20);
  expect([...new Set(events)].sort()).toEqual(explained.sort());
});
