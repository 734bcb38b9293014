/** Content types and their editor interfaces, in the format of the Management API. */
import * as v from 'valibot';
import { isRecord } from '../../../src/engine/unknown.ts';
import { notFound, ServiceError } from '../errors.ts';
import { toList } from '../listing.ts';
import { fieldTypes, type Validation } from '../model.ts';
import type { ManagementRequest } from './request.ts';
import {
  markPublished,
  requireItem,
  requireVersion,
  saveVersion,
  type Versioned,
} from './versions.ts';

const fieldSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  type: v.picklist(fieldTypes),
  required: v.boolean(),
  localized: v.boolean(),
  linkType: v.optional(v.string()),
  validations: v.array(v.custom<Validation>(isRecord)),
});
const contentTypeSchema = v.looseObject({ name: v.string(), fields: v.array(fieldSchema) });

/** A field of a content type. */
export type Field = v.InferOutput<typeof fieldSchema>;

/** A content type in the format of the Delivery API. */
export interface DeliveredContentType {
  sys: { id: string };
  name: string;
  fields: readonly Field[];
}

/** Contentful's refusal to save or publish an item, with a list of reasons. */
export const refuse = (id: 'InvalidEntry' | 'ValidationFailed', errors: readonly unknown[]) =>
  new ServiceError(422, id, 'Validation error', { errors });

const parseContentType = (value: unknown) => {
  const { success, output, issues } = v.safeParse(contentTypeSchema, value);
  if (!success) throw refuse('ValidationFailed', [{ name: 'type', details: v.summarize(issues) }]);
  return output;
};

/** Contentful cannot change the type of a field. @throws {ServiceError} for such a change */
function checkFieldTypes(before: readonly Field[], after: readonly Field[]): void {
  for (const { id, type } of before)
    if (after.some((field) => field.id === id && field.type !== type))
      throw refuse('ValidationFailed', [
        { name: 'type', path: ['fields', id], details: 'The type of a field cannot be changed.' },
      ]);
}

/** @param delivered the content types at the start */
export function createContentTypes(delivered: readonly DeliveredContentType[]) {
  const published = new Map(delivered.map((contentType) => [contentType.sys.id, contentType]));
  const editors = new Map<string, Versioned>();
  const saved = new Map(
    delivered.map((contentType): [string, Versioned] => {
      const { id } = contentType.sys;
      const sys = { id, type: 'ContentType', version: 2, publishedVersion: 1, publishedCounter: 1 };
      return [id, { ...contentType, sys }];
    }),
  );

  const getEditor = (id: string): Versioned => {
    const contentType = published.get(id);
    if (!contentType) throw notFound({ type: 'EditorInterface', id });
    return (
      editors.get(id) ?? {
        sys: { id: 'default', type: 'EditorInterface', version: 1, publishedCounter: 0 },
        controls: contentType.fields.map((field) => ({ fieldId: field.id })),
      }
    );
  };

  async function answerEditor(id: string, { method, version, readBody }: ManagementRequest) {
    const before = getEditor(id);
    if (method !== 'PUT') return before;
    const parts = await readBody();
    return saveVersion(editors, { id, type: 'EditorInterface', version, before, parts });
  }

  const publish = (id: string, version: number) => {
    const item = requireItem(saved.get(id), 'ContentType', id);
    requireVersion(item.sys.version, version);
    const { name, fields } = parseContentType(item);
    published.set(id, { sys: { id }, name, fields });
    return markPublished(saved, item);
  };

  return {
    published,

    /** Answers a request below `/content_types`. @throws {ServiceError} */
    async answer(request: ManagementRequest): Promise<unknown> {
      const { method, version, path, readBody } = request;
      const [id = '', action] = path;
      if (id === '') return toList([...saved.values()]);
      if (action === 'editor_interface') return answerEditor(id, request);
      if (method !== 'PUT') return requireItem(saved.get(id), 'ContentType', id);
      if (action === 'published') return publish(id, version);
      const contentType = parseContentType(await readBody());
      checkFieldTypes(published.get(id)?.fields ?? [], contentType.fields);
      const fields = contentType.fields.map((field) => ({
        disabled: false,
        omitted: false,
        ...field,
      }));
      const parts = { ...contentType, fields };
      return saveVersion(saved, { id, type: 'ContentType', version, parts });
    },
  };
}

export type ContentTypes = ReturnType<typeof createContentTypes>;
