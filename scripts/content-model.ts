/**
 * `npm run content:model`: creates and publishes the two content types and their editors in the Contentful
 * account. Correct parts stay unchanged; the firm's own fields and content are never removed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ContentFields, ContentTypeProps, Control } from 'contentful-management';
import {
  contentModel,
  isReadable,
  toContentfulField,
  type ContentTypeModel,
} from './content-service/model.ts';
import { CommandError, runCommand } from './command-line/command.ts';
import { isNotFound, withAccount, type Account } from './command-line/contentful-account.ts';

type Log = (line: string) => void;

const withoutMissing = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });

/** The fields for the account: first those of the model, then those that the firm added. */
function mergeFields(id: string, model: ContentTypeModel, before: readonly ContentFields[]) {
  const merged = Object.entries(model.fields).map(([fieldId, field]): ContentFields => {
    const known = before.find((one) => one.id === fieldId);
    if (!known) return toContentfulField(fieldId, field);
    if (!isReadable(fieldId, field, known.type))
      throw new CommandError(
        `${id}.${fieldId} is of the type ${known.type} in Contentful, the site needs ${field.type}, and Contentful cannot change the type of a field. Deleting the field deletes its values in every entry: keep a copy (contentful space export), delete the field there, then run the command again.`,
      );
    // Another text type also works, but its validations differ, so the firm's field stays unchanged.
    if (known.type !== field.type) return known;
    return { ...known, ...toContentfulField(fieldId, field), localized: known.localized };
  });
  return [...merged, ...before.filter((one) => !Object.hasOwn(model.fields, one.id))];
}

async function applyContentType(account: Account, id: string, model: ContentTypeModel, log: Log) {
  const { name, description } = model;
  const before = await withoutMissing(account.contentType.get({ contentTypeId: id }));
  const fields = mergeFields(id, model, before?.fields ?? []);
  const wanted = { name, description, displayField: 'title', fields };

  let saved: ContentTypeProps | null = before;
  if (!before) {
    saved = await account.contentType.createWithId({ contentTypeId: id }, wanted);
  } else if (!Object.entries(wanted).every(([key, value]) => hasSame(before, key, value))) {
    saved = await account.contentType.update({ contentTypeId: id }, { ...before, ...wanted });
  }
  const isPublished = saved?.sys.publishedVersion === (saved?.sys.version ?? 0) - 1;
  if (saved && !isPublished) await account.contentType.publish({ contentTypeId: id }, saved);
  log(`${id}: ${!before ? 'created' : saved === before && isPublished ? 'unchanged' : 'updated'}`);
}

const hasSame = (before: object, key: string, value: unknown) =>
  isDeepStrictEqual(Object.entries(before).find(([name]) => name === key)?.[1], value);

async function applyEditor(account: Account, id: string, model: ContentTypeModel, log: Log) {
  const before = await account.editorInterface.get({ contentTypeId: id });
  const wanted = Object.entries(model.fields).map(
    ([fieldId, { widget, help, settings }]): Control => ({
      fieldId,
      widgetNamespace: 'builtin',
      widgetId: widget,
      settings: { ...settings, helpText: help },
    }),
  );
  const others = (before.controls ?? []).filter(
    ({ fieldId }) => !Object.hasOwn(model.fields, fieldId),
  );
  const controls = [...wanted, ...others];
  const isSame = isDeepStrictEqual(before.controls, controls);
  if (!isSame) await account.editorInterface.update({ contentTypeId: id }, { ...before, controls });
  log(`${id}, editor: ${isSame ? 'unchanged' : 'updated'}`);
}

/** Applies the content model. Idempotent. @throws {CommandError} when an existing field has an unusable type */
export async function applyContentModel(account: Account, log: Log): Promise<void> {
  for (const [id, model] of Object.entries(contentModel)) {
    await applyContentType(account, id, model, log);
    await applyEditor(account, id, model, log);
  }
}

if (import.meta.main) {
  await runCommand(() => withAccount((account) => applyContentModel(account, console.log)));
}
