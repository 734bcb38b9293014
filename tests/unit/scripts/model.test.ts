import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImportFile } from '#engine/commands/content-model.ts';
import { collections } from '#collections/index.ts';
import { resources } from '#collections/resources.ts';
import { field, type Field, type Validation } from '#engine/declare/collections.ts';
import { describeReading, findSlugProblem } from '#engine/content/index.ts';
import { gradients } from '#components/drawings/covers.ts';
import { sampleSpace } from '#scripts/sample/index.ts';
import { runScript } from '../../commands/run-script.ts';
import { getModel } from '#engine/stand-in/model.ts';

const linked = { type: 'Link', linkType: 'Entry' };
const listOf = (type: string, linkType?: string) => ({ type: 'Array', items: { type, linkType } });
test.each<[kind: Field['kind'], known: object, reading: string | null]>([
  // entries.test.ts reads rich text as such a text.
  ['text', { type: 'RichText' }, 'as it is'],
  ['text', linked, 'as the name of the linked entry'],
  ['text', listOf('Symbol'), 'as its texts or names, joined'],
  ['text', listOf('Link', 'Asset'), null],
  ['number', { type: 'Symbol' }, 'as the number that is written there'],
  ['boolean', { type: 'Symbol' }, null],
  ['choice', linked, 'as the name of the linked entry'],
  ['body', { type: 'Text' }, 'as Markdown'],
  ['body', listOf('Link', 'Entry'), 'as what is in its parts, in order'],
  ['slug', { type: 'Text' }, null],
  ['picture', { type: 'Link', linkType: 'Asset' }, 'as it is'],
  ['picture', linked, 'as the only picture of the linked entry'],
  ['picture', listOf('Link', 'Asset'), 'as its first picture'],
  ['tags', { type: 'Symbol' }, 'as the words between its commas'],
  ['tags', listOf('Symbol'), 'as it is'],
  ['tags', listOf('Link', 'Entry'), 'as the names of the linked entries'],
  ['entry', linked, 'as it is'],
  ['entry', { type: 'Link', linkType: 'Asset' }, null],
  ['entry', listOf('Link', 'Entry'), 'as its first entry'],
  ['entries', linked, 'as a list of one entry'],
])('a field of kind %s that is %o in the account is read: %s', (kind, known, reading) => {
  expect(describeReading(kind, { type: '', ...known })).toBe(reading);
});

/** Whether Contentful would publish a value under these rules. */
const passes = (value: unknown, validations: readonly Validation[]) =>
  typeof value !== 'string' ||
  validations.every(
    ({ size, regexp, prohibitRegexp, in: offered }) =>
      (!size || value.length <= size.max) &&
      (!regexp || new RegExp(regexp.pattern).test(value)) &&
      (!prohibitRegexp || !new RegExp(prohibitRegexp.pattern).test(value)) &&
      (!offered || offered.includes(value)),
  );

test.for(['thank-you', 'Not-Lower', 'a--b', 'a/b', 'growth-2026', 'feed', 'feeds'])(
  "Contentful and the site agree on the slug '%s'",
  (slug) => {
    const { validations = [] } = getModel(resources).slug ?? {};
    expect(passes(slug, validations)).toBe(findSlugProblem(slug) === null);
  },
);

test('a date that is declared with a time is entered with one', () => {
  const fields = { ...resources.fields, starts: field.date('Starts', 'When.', { hasTime: true }) };
  const { starts } = getModel({ ...resources, fields });
  expect(starts).toMatchObject({ type: 'Date', settings: { format: 'timeZ' } });
});

test('every gradient that editors can choose has colours', () => {
  const [{ in: offered = [] } = {}] = getModel(resources).gradient?.validations ?? [];
  expect(offered).toEqual([...gradients.keys()]);
});

test('npm run content:model prints the content types and their editors alone', async () => {
  const flags = ['--import', new URL('../../support/site-names.ts', import.meta.url).href];
  const how = { flags, options: ['content-model'] };
  const { code, output, errors } = await runScript('src/engine/commands/run.mjs', {}, how);
  expect([code, errors]).toEqual([0, '']);
  const printed = createImportFile(null);
  expect(JSON.parse(output)).toEqual(printed);
  const { contentTypes, editorInterfaces, ...others } = printed;
  const types = collections.map(({ contentType }) => contentType);
  expect(contentTypes.map(({ sys }) => sys.id)).toEqual(types);
  expect(editorInterfaces.map(({ sys }) => sys.contentType.sys.id)).toEqual(types);
  expect(editorInterfaces.flatMap(({ controls }) => controls)).toContainEqual({
    fieldId: 'publishedDate',
    widgetNamespace: 'builtin',
    widgetId: 'datePicker',
    settings: { format: 'dateonly', helpText: expect.any(String) as string },
  });
  expect(others).toEqual({ entries: [], assets: [], locales: [] });
});

test('the sample keeps the rules of its content types, with every file in the folder beside it', () => {
  const { contentTypes, entries, assets, locales } = createImportFile(sampleSpace);
  expect(locales).toMatchObject([{ code: 'en-US', default: true }]);
  // The importer leaves other items as drafts.
  for (const { sys } of [...contentTypes, ...entries, ...assets])
    expect(sys.publishedVersion, sys.id).toBeGreaterThan(0);
  for (const { sys, fields } of entries) {
    const collection = collections.find((one) => one.contentType === sys.contentType.sys.id);
    const model = collection ? Object.values(getModel(collection)) : [];
    for (const { id, required, type, validations } of model) {
      const value: unknown = fields[id]?.['en-US'];
      const place = `${sys.id}.${id}`;
      expect(value === undefined && required, place).toBe(false);
      if (value !== undefined && (type === 'Symbol' || type === 'Text'))
        expect(value, place).toBeTypeOf('string');
      expect(passes(value, validations), place).toBe(true);
    }
  }
  const folder = join(import.meta.dirname, '../../../scripts/sample');
  // The command line makes a path of what follows the slashes.
  for (const { fields } of assets)
    expect(existsSync(join(folder, fields.file['en-US'].url.slice(2))), folder).toBe(true);
});
