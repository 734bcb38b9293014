import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImportFile } from '../../scripts/content-model.ts';
import { contentModel, type Validation } from '../../scripts/content-service/model.ts';
import { runScript } from './run-script.ts';

test('npm run content:model prints an import file with the two content types and their editors', async () => {
  const flags = ['--import', new URL('../support/site-names.ts', import.meta.url).href];
  const { code, output, errors } = await runScript(
    'scripts/run.mjs',
    {},
    { flags, options: ['content-model'] },
  );
  expect([code, errors]).toEqual([0, '']);
  const file: unknown = JSON.parse(output);
  expect(file).toMatchObject({
    contentTypes: [
      { sys: { id: 'blogPost' }, displayField: 'title' },
      { sys: { id: 'resource' }, displayField: 'title' },
    ],
    editorInterfaces: [
      { sys: { contentType: { sys: { id: 'blogPost' } } } },
      { sys: { contentType: { sys: { id: 'resource' } } } },
    ],
    entries: [],
    assets: [],
    locales: [],
  });
  expect(file).toHaveProperty(
    'editorInterfaces.0.controls',
    expect.arrayContaining([
      {
        fieldId: 'publishedDate',
        widgetNamespace: 'builtin',
        widgetId: 'datePicker',
        settings: expect.objectContaining({ format: 'dateonly' }),
      },
    ]),
  );
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

test('the sample keeps the rules of its content types, with every file in the folder beside it', () => {
  const { contentTypes, entries, assets, locales } = createImportFile(true);
  expect(locales).toMatchObject([{ code: 'en-US', default: true }]);
  // The importer leaves other items as drafts.
  for (const { sys } of [...contentTypes, ...entries, ...assets])
    expect(sys.publishedVersion, sys.id).toBeGreaterThan(0);
  for (const { sys, fields } of entries) {
    const [, model] =
      Object.entries(contentModel).find(([id]) => id === sys.contentType.sys.id) ?? [];
    for (const [id, { required, type, validations }] of Object.entries(model?.fields ?? {})) {
      const value: unknown = fields[id]?.['en-US'];
      const place = `${sys.id}.${id}`;
      expect(value === undefined && required, place).toBe(false);
      if (value !== undefined && (type === 'Symbol' || type === 'Text'))
        expect(value, place).toBeTypeOf('string');
      expect(passes(value, validations), place).toBe(true);
    }
  }
  const folder = join(import.meta.dirname, '../../scripts/content-service/sample');
  // The command line makes a path of what follows the slashes.
  for (const { fields } of assets)
    expect(existsSync(join(folder, fields.file['en-US'].url.slice(2))), folder).toBe(true);
});
