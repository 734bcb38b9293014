/** Each fact of the firm is in its own file only, so that a change is one edit. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { company } from '../../../src/data/company.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const sources = globSync(['src/**/*.{ts,tsx,astro,css}', 'public/**/*.{svg,webmanifest,txt}'], {
  cwd: root,
}).map((path) => path.replaceAll('\\', '/'));

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
