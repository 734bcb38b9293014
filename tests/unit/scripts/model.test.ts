import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCKS, INLINES, MARKS } from '@contentful/rich-text-types';
import { expect, test } from 'vitest';
import { createImportFile } from '#scripts/content-model.ts';
import { getFieldTypes } from '#scripts/content-service/content-types.ts';
import { doc, p } from '#data/built-in/document.ts';
import { parseItem } from '#engine/content/contentful/wire.ts';
import { parsePost, parseResource } from '#engine/content/articles/entries.ts';
import { findSlugProblem } from '#engine/content/index.ts';
import { gradients } from '#components/drawings/covers.ts';
import { runScript } from '../../commands/run-script.ts';
import {
  contentModel,
  describeReading,
  type FieldType,
  type Validation,
} from '#scripts/content-service/model.ts';

/** A valid value for each type of field. */
const values: Record<FieldType, unknown> = {
  Symbol: 'A line of text',
  Text: 'A paragraph of text',
  Date: '2026-05-04',
  RichText: doc(p('A body')),
  Link: { sys: { type: 'Link', linkType: 'Asset', id: 'picture' } },
  Array: ['Growth', 'CRM'],
};

/** Creates an entry with every field of its content type, which records the fields that the parser reads. */
function createFilledEntry(contentType: string) {
  const asked = new Set<string>();
  const fields = new Proxy<Record<string, unknown>>(
    {
      ...Object.fromEntries(
        [...(getFieldTypes(contentType) ?? [])].map(([id, type]) => [id, values[type]]),
      ),
      slug: 'a-line-of-text',
    },
    {
      get(target, name): unknown {
        if (typeof name === 'string') asked.add(name);
        return Reflect.get(target, name);
      },
    },
  );
  return { asked, item: { sys: { id: 'filled', updatedAt: '2026-05-04T10:00:00Z' }, fields } };
}

const parsers = { blogPost: parsePost, resource: parseResource };

test.for(['blogPost', 'resource'] as const)(
  'the site reads every field of a %s, no other, and each as its type',
  (contentType) => {
    const { asked, item } = createFilledEntry(contentType);
    const { record, findings } = parsers[contentType](parseItem(item));
    asked.add('content'); // read when the record is composed (compose.ts)
    expect([...asked].sort()).toEqual(Object.keys(contentModel[contentType].fields).sort());
    expect(findings).toEqual([]);
    // Every value is in the record, so no default replaced it.
    const shown = { ...record, featuredImage: record && 'imageId' in record && record.imageId };
    for (const [id, type] of getFieldTypes(contentType) ?? []) {
      if (id === 'content') continue;
      const expected = { slug: 'a-line-of-text', featuredImage: 'picture' }[id] ?? values[type];
      expect(shown).toHaveProperty(id, expected);
    }
  },
);

const linked = { type: 'Link', linkType: 'Entry' };
const { slug, author, content, featuredImage, tags } = contentModel.blogPost.fields;
test.each([
  // entries.test.ts reads rich text as such a text.
  ['author', author, { type: 'Text' }, 'as it is'],
  ['author', author, { type: 'RichText' }, 'as it is'],
  ['author', author, { type: 'Array' }, null],
  ['author', author, linked, 'as the name of the linked entry'],
  ['content', content, linked, 'as the text of the linked entry'],
  ['content', content, { type: 'Text' }, 'as plain paragraphs'],
  ['featuredImage', featuredImage, { type: 'Link', linkType: 'Asset' }, 'as it is'],
  ['slug', slug, { type: 'Text' }, null],
  ['slug', slug, linked, null],
  ['content', content, { type: 'Array' }, null],
  ['featuredImage', featuredImage, linked, null],
  ['tags', tags, { type: 'Symbol' }, null],
])('%s of another kind (%o, %o) is read: %s', (id, field, kind, reading) => {
  expect(describeReading(id, field, kind)).toBe(reading);
});

test('editors may use every node and mark that the site shows', () => {
  const parts: string[] = [BLOCKS.DOCUMENT, BLOCKS.PARAGRAPH, BLOCKS.LIST_ITEM];
  const isPart = (node: string) => parts.includes(node) || /^table-|resource/.test(node);
  const shown = [...Object.values(BLOCKS), ...Object.values(INLINES)].filter(
    (node) => !isPart(node),
  );
  const [{ enabledNodeTypes } = {}, { enabledMarks } = {}] =
    contentModel.resource.fields.content.validations;
  expect(enabledNodeTypes?.toSorted()).toEqual(shown.sort());
  expect(enabledMarks?.toSorted()).toEqual(Object.values(MARKS).sort());
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
    const { validations } = contentModel.resource.fields.slug;
    expect(passes(slug, validations)).toBe(findSlugProblem(slug) === null);
  },
);

test('every gradient that editors can choose has colours', () => {
  const [{ in: offered = [] } = {}] = contentModel.resource.fields.gradient.validations;
  expect(offered).toEqual(Object.keys(gradients));
});

test('npm run content:model prints the two content types and their editors alone', async () => {
  const flags = ['--import', new URL('../../support/site-names.ts', import.meta.url).href];
  const how = { flags, options: ['content-model'] };
  const { code, output, errors } = await runScript('scripts/run.mjs', {}, how);
  expect([code, errors]).toEqual([0, '']);
  const printed = createImportFile(false);
  expect(JSON.parse(output)).toEqual(printed);
  const { contentTypes, editorInterfaces, ...others } = printed;
  const types = ['blogPost', 'resource'];
  expect(contentTypes.map(({ sys }) => sys.id)).toEqual(types);
  expect(editorInterfaces.map(({ sys }) => sys.contentType.sys.id)).toEqual(types);
  expect(editorInterfaces[0]?.controls).toContainEqual({
    fieldId: 'publishedDate',
    widgetNamespace: 'builtin',
    widgetId: 'datePicker',
    settings: { format: 'dateonly', helpText: expect.any(String) as string },
  });
  expect(others).toEqual({ entries: [], assets: [], locales: [] });
});

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
  const folder = join(import.meta.dirname, '../../../scripts/content-service/sample');
  // The command line makes a path of what follows the slashes.
  for (const { fields } of assets)
    expect(existsSync(join(folder, fields.file['en-US'].url.slice(2))), folder).toBe(true);
});
