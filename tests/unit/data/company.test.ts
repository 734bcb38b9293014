/** A fact of the firm is one edit: in its own file, and nowhere else. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { company } from '../../../src/data/company.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const sources = globSync(['src/**/*.{ts,tsx,astro,css}', 'public/**/*.{svg,webmanifest,txt}'], {
  cwd: root,
}).map((path) => path.replaceAll('\\', '/'));

const holding = (text: string) =>
  sources.filter((path) => !path.startsWith('src/content/sample/') && read(path).includes(text));

test('name, phones, profile and address stand in company.ts only', () => {
  const { name, phones, profiles, address } = company;
  const facts = [
    name,
    ...phones.flatMap(({ display, href }) => [display, href]),
    profiles.linkedin,
    address.street,
  ];
  for (const fact of facts) expect([fact, holding(fact)]).toEqual([fact, ['src/data/company.ts']]);
});

/** What CSS cannot reach has copies; they follow the token, or this says where they are. */
test.for([
  'src/layouts/Page.astro',
  'src/pages/manifest.webmanifest.ts',
  'src/sections/home/Hero.astro',
  'public/favicon.svg',
])('every colour in %s is one of tokens.css', (path) => {
  const colours = read(path).match(/#[\da-f]{6}\b/gi) ?? [];
  expect(colours.length).toBeGreaterThan(0);
  for (const colour of colours)
    expect(read('src/styles/tokens.css')).toContain(colour.toLowerCase());
});

test('the share images are drawn in the colours of tokens.css', () => {
  const palette =
    /paper: '(#\w+)'[^}]*?brand: '(#\w+)',\s*blue: '(#\w+)'[^}]*?green: '(#\w+)'/.exec(
      read('src/documents/share-images/draw.ts'),
    );
  expect(palette).not.toBeNull();
  for (const colour of palette?.slice(1) ?? [])
    expect(read('src/styles/tokens.css')).toContain(colour);
});
