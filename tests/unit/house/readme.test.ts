import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the README of the server explains every event of the log, and no other', () => {
  const events = globSync('src/engine/**/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/\bevent: ([^,}\n]+)/g)].flatMap(([, value = '']) =>
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

test('the README names every place with words of the sample', () => {
  const section = read('README.md').split('## Put your firm in')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\|.*\|$/gm)].join('\n');
  const places = [...rows.matchAll(/`((?:src|public)\/[^`]*)`/g)].map(([, place = '']) => place);
  const files = [...read('scripts/doctor/sample.txt').matchAll(/^\S+/gm)].map(([file]) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
});
