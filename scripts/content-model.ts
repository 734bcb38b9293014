/**
 * `npm run content:model`: creates and publishes the two content types and their editors in the Contentful
 * account. Correct parts stay unchanged; the firm's own fields and content are never removed.
 * `-- --dry-run` lists the changes without making them.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { ContentFields, ContentTypeProps, Control } from 'contentful-management';
import { contentTypes, type ContentType } from '../src/engine/content/contentful/wire.ts';
import { getWireName } from '../src/engine/content/contentful/site-fields.ts';
import {
  contentModel,
  describeReading,
  formatKind,
  toContentfulField,
  type ContentTypeModel,
} from './content-service/model.ts';
import { CommandError, runCommand } from './command-line/command.ts';
import { isNotFound, withAccount, type Account } from './command-line/contentful-account.ts';

type Log = (line: string) => void;

interface Run {
  account: Account;
  log: Log;
  isDryRun: boolean;
}

const withoutMissing = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });

const fieldsFile = 'src/data/content-fields.ts';

/** Describes the changes of a run to a content type that the account has already, one line for each field. */
function describeFields(
  id: ContentType,
  model: ContentTypeModel,
  before: readonly ContentFields[],
) {
  const lines: string[] = [];
  const unusable: string[] = [];
  for (const [fieldId, field] of Object.entries(model.fields)) {
    const name = getWireName(id, fieldId);
    const known = before.find((one) => one.id === name);
    const reading = known && describeReading(fieldId, field, known);
    if (!known) lines.push(`${id}.${name}: new`);
    else if (reading === null)
      unusable.push(
        `${id}.${name} is of the type ${formatKind(known)} in Contentful, the site needs ${field.type}, and Contentful cannot change the type of a field. Either name another field for it in ${fieldsFile}, or delete the field there, which deletes its values in every entry: keep a copy (contentful space export) first.`,
      );
    else if (reading !== 'as it is')
      lines.push(`${id}.${name}: stays ${formatKind(known)}, read ${reading ?? ''}`);
  }
  const read = new Set(Object.keys(model.fields).map((fieldId) => getWireName(id, fieldId)));
  for (const known of before)
    if (!read.has(known.id))
      lines.push(
        `${id}.${known.id}: stays, and the site does not read it (${fieldsFile} can give it a name of the site)`,
      );
  return { lines, unusable };
}

/**
 * Whether a field of the firm also works, but has other validations and another editor: the field stays
 * unchanged.
 */
const isOfOtherKind = (
  field: ContentTypeModel['fields'][string],
  known: ContentFields | undefined,
) =>
  known !== undefined &&
  (known.type !== field.type || (known.items?.type ?? 'Symbol') !== 'Symbol');

/** The fields for the account: first those of the model, then those that the firm added. */
function mergeFields(id: ContentType, model: ContentTypeModel, before: readonly ContentFields[]) {
  const merged = Object.entries(model.fields).map(([fieldId, field]): ContentFields => {
    const name = getWireName(id, fieldId);
    const known = before.find((one) => one.id === name);
    if (!known) return toContentfulField(name, field);
    if (isOfOtherKind(field, known)) return known;
    return { ...known, ...toContentfulField(name, field), localized: known.localized };
  });
  const own = new Set(merged.map((field) => field.id));
  return [...merged, ...before.filter((one) => !own.has(one.id))];
}

async function applyContentType(
  { account, log, isDryRun }: Run,
  id: ContentType,
  model: ContentTypeModel,
  before: ContentTypeProps | null,
) {
  const { name, description } = model;
  const fields = mergeFields(id, model, before?.fields ?? []);
  const wanted = { name, description, displayField: getWireName(id, 'title'), fields };
  const isSame =
    before !== null && Object.entries(wanted).every(([key, value]) => hasSame(before, key, value));
  const isPublished = before?.sys.publishedVersion === (before?.sys.version ?? 0) - 1;
  const change = !before ? 'created' : isSame && isPublished ? 'unchanged' : 'updated';
  if (!isDryRun && change !== 'unchanged') {
    const contentType = account.contentType;
    const saved = !before
      ? await contentType.createWithId({ contentTypeId: id }, wanted)
      : isSame
        ? before
        : await contentType.update({ contentTypeId: id }, { ...before, ...wanted });
    await contentType.publish({ contentTypeId: id }, saved);
  }
  log(`${id}: ${isDryRun && change !== 'unchanged' ? 'would be ' : ''}${change}`);
}

const hasSame = (before: object, key: string, value: unknown) =>
  isDeepStrictEqual(Object.entries(before).find(([name]) => name === key)?.[1], value);

async function applyEditor(
  { account, log, isDryRun }: Run,
  id: ContentType,
  model: ContentTypeModel,
  fields: readonly ContentFields[],
) {
  const before = await withoutMissing(account.editorInterface.get({ contentTypeId: id }));
  const wanted = Object.entries(model.fields).flatMap(([name, field]): Control[] => {
    const { widget, help, settings } = field;
    const fieldId = getWireName(id, name);
    if (
      isOfOtherKind(
        field,
        fields.find((one) => one.id === fieldId),
      )
    )
      return [];
    return [
      {
        fieldId,
        widgetNamespace: 'builtin',
        widgetId: widget,
        settings: { ...settings, helpText: help },
      },
    ];
  });
  const known = before?.controls ?? [];
  const own = new Set(wanted.map(({ fieldId }) => fieldId));
  const controls = [...wanted, ...known.filter(({ fieldId }) => !own.has(fieldId))];
  const isSame = isDeepStrictEqual(known, controls);
  if (!isSame && before && !isDryRun)
    await account.editorInterface.update({ contentTypeId: id }, { ...before, controls });
  log(`${id}, editor: ${isSame ? 'unchanged' : isDryRun ? 'would be updated' : 'updated'}`);
}

/**
 * Applies the content model, or lists the changes that it would make. Idempotent; fields and values are
 * never deleted.
 * @throws {CommandError} before any change, when a field of the account cannot be used
 */
export async function applyContentModel(
  account: Account,
  log: Log,
  { isDryRun = false } = {},
): Promise<void> {
  const run: Run = { account, log, isDryRun };
  const types = await Promise.all(
    contentTypes.map(async (id) => {
      const before = await withoutMissing(account.contentType.get({ contentTypeId: id }));
      const model: ContentTypeModel = contentModel[id];
      return { id, model, before, ...describeFields(id, model, before?.fields ?? []) };
    }),
  );
  const unusable = types.flatMap((type) => type.unusable);
  if (unusable.length > 0 && !isDryRun) throw new CommandError(unusable.join('\n'));
  for (const { id, model, before, lines } of types) {
    await applyContentType(run, id, model, before);
    if (before) for (const line of lines) log(`  ${line}`);
    await applyEditor(run, id, model, before?.fields ?? []);
  }
  if (!isDryRun) return;
  if (unusable.length > 0) throw new CommandError(unusable.join('\n'));
  log('Nothing was changed. No field and no value would be deleted.');
}

if (import.meta.main) {
  await runCommand(() => {
    const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
    return withAccount((account) =>
      applyContentModel(account, console.log, { isDryRun: values['dry-run'] }),
    );
  });
}
