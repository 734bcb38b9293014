import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typefaces } from '#data/brand.ts';
import { company } from '#data/company.ts';
import packageFile from '../../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the README of the server explains every event of the log, and no other', () => {
  const events = globSync('{src/engine,scripts}/**/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/\bevent(?::| =) ([^,}\n]+)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/'([a-z-]+\.[a-z-]+)'/g)].map(([, event = '']) => event),
    ),
  );
  const table = read('src/engine/endpoints/README.md').split('## What an alarm means')[1] ?? '';
  const explained = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, event = '']) => event),
  );
  expect(explained.length).toBeGreaterThan(20);
  expect([...new Set(events)].sort()).toEqual(explained.sort());
});

test('the page of the editors has a row for every sentence of the content report, and no other', () => {
  const shorten = (literal: string) =>
    literal
      .replace(/^\$\{verb\}/, 'embeds')
      .replaceAll(/'?\$\{quote[^}]*\}'?|\$\{[^}]*(?:\}|$)/g, '…')
      .replaceAll(/…(?: …)+/g, '…');
  // Each begins with its verb. What is said of the content service is for the log.
  const begins =
    /(['`])((?:asset \$\{id\} )?(?:\$\{verb\}|is|has|jumps|begins|embeds|could|links to) (?:(?!\1).)+)/g;
  const sentences = globSync('src/engine/content/*/*.ts', {
    cwd: root,
    exclude: ['**/client.ts', '**/failure.ts'],
  }).flatMap((path) =>
    [...read(path).matchAll(begins)].map(([, , literal = '']) => shorten(literal)),
  );
  const said = sentences.filter((one) => one !== 'is left out' && one !== 'is missing; …');
  const rows = Array.from(
    read('src/engine/content/EDITORS.md').matchAll(/^\| (?!the report says|---)(.+?) +\|/gm),
    ([, cell = '']) => cell,
  );
  const isRowOf = (cell: string) => (one: string) =>
    [one, ...one.split(';', 1)].some((clause) => cell.endsWith(` ${clause}`));
  expect(said.length).toBeGreaterThan(35);
  expect(said.filter((one) => !rows.some((cell) => isRowOf(cell)(one)))).toEqual([]);
  expect(rows.filter((cell) => !said.some(isRowOf(cell)))).toEqual([]);
});

const sources = globSync(['src/**/*.{ts,tsx,astro,css}', 'public/**/*.{svg,txt}'], { cwd: root });
const holding = (text: string) => sources.filter((path) => read(path).includes(text));

test('name, phones, profile and address are in company.ts only', () => {
  const { name, phones, profiles, address } = company;
  const facts = [
    name,
    ...phones.flatMap(({ display, href }) => [display, href]),
    profiles.linkedin,
    address[0],
  ];
  for (const fact of facts) expect([fact, holding(fact)]).toEqual([fact, ['src/data/company.ts']]);
});

test('no value is cast twice, which can hide an error', () => {
  const code = globSync('{src,scripts,tests}/**/*.{ts,tsx,astro}', {
    cwd: root,
    exclude: ['**/node_modules'],
  });
  expect(code.filter((path) => /\bas (?:unknown|never) as\b/.test(read(path)))).toEqual([]);
});

// `npm run lint:unused` holds it for every package that a file imports.
test('the typefaces of brand.ts, whose files are read by path, are dependencies, and no others', () => {
  const installed = Object.keys(packageFile.dependencies);
  expect(new Set(installed.filter((name) => name.startsWith('@fontsource')))).toEqual(
    new Set(Object.values(typefaces).map(({ source }) => source)),
  );
});
