import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the README says of every event of the log what it means, and of no other', () => {
  const events = globSync('src/{server,adapters}/**/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/\bevent: ([^,}\n]+)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/'([a-z.-]+)'/g)].map(([, event = '']) => event),
    ),
  );
  const table = /### What an alarm means[^]*?\n## /.exec(read('README.md'))?.[0] ?? '';
  const explained = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, event = '']) => event),
  );
  expect(explained.length).toBeGreaterThan(20);
  expect([...new Set(events)].sort()).toEqual(explained.sort());
});
