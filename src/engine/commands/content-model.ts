/**
 * `npm run content:model`: prints the content types and their editors as an import file for
 * `contentful space import`. `-- --with-sample` adds the entries and assets of the sample space.
 */
import { extname } from 'node:path';
import { flattenText } from '../content/index.ts';
import { collections } from '../site.ts';
import type { Collection } from '../declare/collections.ts';
import { getWireType } from '../content/contentful/index.ts';
import { parseArguments, runCommand } from './command.ts';
import { contentTypes, getModel } from '../stand-in/model.ts';
import { loadSampleSpace } from '../stand-in/sample.ts';
import {
  linkTo,
  locale,
  toWire,
  type RawAsset,
  type RawEntry,
  type Space,
} from '../stand-in/space.ts';

/** The importer publishes only what says that it is published. */
const publishedVersion = 1;

const toContentType = ({ sys, ...contentType }: (typeof contentTypes)[number]) => ({
  sys: { id: sys.id, type: 'ContentType', publishedVersion },
  ...contentType,
});

const toEditorInterface = (collection: Collection) => ({
  sys: {
    id: 'default',
    type: 'EditorInterface',
    contentType: linkTo('ContentType', getWireType(collection)),
  },
  controls: Object.values(getModel(collection)).map(({ id, widget, help, settings }) => ({
    fieldId: id,
    widgetNamespace: 'builtin',
    widgetId: widget,
    settings: { ...settings, helpText: help },
  })),
});

/** The sample also has rich text in fields of plain text, which an account would refuse. */
function toEntry({ sys: { id, contentType }, fields }: RawEntry) {
  const { contentType: type, names } = toWire(contentType.sys.id);
  const model = contentTypes.find((one) => one.sys.id === type)?.fields;
  const values = Object.entries(fields).map(([field, value]) => {
    const name = names(field);
    const kind = model?.find(({ id }) => id === name)?.type;
    const isPlain = kind === 'Symbol' || kind === 'Text';
    return [name, { [locale]: isPlain ? flattenText(value) : value }] as const;
  });
  return {
    sys: { id, type: 'Entry', publishedVersion, contentType: linkTo('ContentType', type) },
    fields: Object.fromEntries<Record<string, unknown>>(values),
  };
}

/** Names the artwork itself, at an address that `--assets-directory` makes a path of. */
function toAsset({ sys: { id }, fields: { title, description, file } }: RawAsset) {
  const isImage = file.contentType.startsWith('image/');
  const fileName = isImage ? file.fileName.replace(extname(file.fileName), '.svg') : file.fileName;
  const contentType = isImage ? 'image/svg+xml' : file.contentType;
  return {
    sys: { id, type: 'Asset', publishedVersion },
    fields: {
      ...(title && { title: { [locale]: title } }),
      ...(description && { description: { [locale]: description } }),
      file: { [locale]: { url: `//images/${fileName}`, fileName, contentType } },
    },
  };
}

/** Makes the import file. The sample is in one language, which must be the account's default. */
export function createImportFile(sample: Space | null) {
  const { entries, assets } = sample ?? { entries: [], assets: [] };
  // Resources are listed by the time of their creation.
  const oldestFirst = entries.toSorted((one, other) =>
    (one.sys.createdAt ?? '').localeCompare(other.sys.createdAt ?? ''),
  );
  return {
    contentTypes: contentTypes.map(toContentType),
    editorInterfaces: collections.map(toEditorInterface),
    entries: oldestFirst.map(toEntry),
    assets: assets.map(toAsset),
    locales: sample
      ? [{ code: locale, name: 'English (United States)', default: true, fallbackCode: null }]
      : [],
  };
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const { values } = parseArguments({ options: { 'with-sample': { type: 'boolean' } } });
    const sample = values['with-sample'] ? await loadSampleSpace() : null;
    console.log(JSON.stringify(createImportFile(sample), null, 2));
  });
}
