import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findBreaches, findCircles } from '../../support/import-graph.ts';
import { walls, type Wall } from '../../support/walls.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('the imports of the project', () => {
  const paths = globSync(['{src,scripts,tests}/**/*.{ts,tsx,astro,mjs}', '*.mjs'], {
    cwd: root,
  }).map((path) => path.replaceAll('\\', '/'));
  const files = new Map(paths.map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]));

  test('break no wall', () => {
    expect(files.size).toBeGreaterThan(20);
    expect(findBreaches(files, walls)).toEqual([]);
  });

  test('form no circle, types included', () => {
    expect(findCircles(files)).toEqual([]);
  });
});

test('a circle is found through a file in between and by a type alone', () => {
  const files = new Map([
    ['a.ts', "import './b.ts';"],
    ['b.ts', "export * from './c.ts';"],
    ['c.ts', "import type { A } from './a.ts';"],
    ['d.ts', "import './a.ts';"],
  ]);
  expect(findCircles(files)).toEqual(['a.ts → b.ts → c.ts → a.ts']);
});

const fileIn = (place: string) => (place.endsWith('/') ? `${place}sample.ts` : place);
const importOf = (from: string, to: string) => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};
/** Lists every breach of a wall: from each guarded place to each place or package behind the wall. */
const waysThrough = ({ from, to = [], packages = [] }: Wall) =>
  from.map(fileIn).flatMap((start) => [
    ...to
      .filter((place) => !start.startsWith(place))
      .map((place) => ({
        start,
        target: fileIn(place),
        specifier: importOf(start, fileIn(place)),
      })),
    ...packages.map((name) => ({ start, target: name, specifier: name })),
  ]);

describe.each(walls)('the wall "$why"', (wall) => {
  const breaches = (files: Record<string, string>) =>
    findBreaches(new Map(Object.entries(files)), [wall]);

  test('catches an import', () => {
    for (const { start, target, specifier } of waysThrough(wall)) {
      expect(breaches({ [start]: `import { it } from '${specifier}';` })).toEqual([
        `${start} → ${target}: ${wall.why}`,
      ]);
    }
  });

  test('catches an import through a file in between', () => {
    const between = 'between/file.ts';
    for (const { start, target, specifier } of waysThrough(wall)) {
      const onward = specifier === target ? target : importOf(between, target);
      expect(
        breaches({
          [start]: `export * from '${importOf(start, between)}';`,
          [between]: `const it = await import('${onward}');`,
        }),
      ).toEqual([`${start} → ${between} → ${target}: ${wall.why}`]);
    }
  });

  test(wall.typesPass ? 'lets a type pass' : 'catches a type too', () => {
    for (const { start, specifier } of waysThrough(wall)) {
      expect(breaches({ [start]: `import type { It } from '${specifier}';` })).toHaveLength(
        wall.typesPass ? 0 : 1,
      );
    }
  });
});

test('imports in the frontmatter and the scripts of an Astro component count, its markup does not', () => {
  const component = [
    '---',
    "import type { Post } from '../content/snapshot/records.ts';",
    "import { read } from '../content/snapshot/read.ts';",
    '---',
    "<p>import '../content/snapshot/store.ts'</p>",
    '<script>',
    "  import '../content/snapshot/lists.ts';",
    '</script>',
  ].join('\n');
  expect(
    findBreaches(new Map([['src/components/Card.astro', component]]), walls.slice(0, 1)),
  ).toEqual([
    `src/components/Card.astro → src/content/snapshot/read.ts: ${walls[0]?.why ?? ''}`,
    `src/components/Card.astro → src/content/snapshot/lists.ts: ${walls[0]?.why ?? ''}`,
  ]);
});

test('a package matches by its whole name', () => {
  const wall = { why: 'So it is.', from: ['content/'], packages: ['astro'] };
  const breaches = (specifier: string) =>
    findBreaches(new Map([['content/a.ts', `import '${specifier}';`]]), [wall]).length;
  expect(['astro', 'astro:content', 'astro/config', 'astronomy'].map(breaches)).toEqual([
    1, 1, 1, 0,
  ]);
});
