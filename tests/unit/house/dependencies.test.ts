import { expect, test } from 'vitest';
import { typefaces } from '#data/brand.ts';
import packageFile from '../../../package.json' with { type: 'json' };

// `npm run lint:unused` holds it for every package that a file imports.
test('the typefaces of brand.ts, whose files are read by path, are dependencies, and no others', () => {
  const installed = Object.keys(packageFile.dependencies);
  expect(new Set(installed.filter((name) => name.startsWith('@fontsource')))).toEqual(
    new Set(Object.values(typefaces).map(({ source }) => source)),
  );
});
