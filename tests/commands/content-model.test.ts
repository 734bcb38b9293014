import { expect, test } from 'vitest';
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
