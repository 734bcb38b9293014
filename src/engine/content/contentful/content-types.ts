/** The account's content model, as far as it says what readers see of an entry. */
import * as v from 'valibot';
import { lenientText } from '../../base/schemas.ts';

const field = v.object({
  id: v.string(),
  /** Symbol, Text, RichText, Link, Date … */
  type: lenientText,
  /** `in` has the values from which editors choose. */
  validations: v.fallback(v.array(v.object({ in: v.optional(v.unknown()) })), []),
});
const contentType = v.object({
  sys: v.object({ id: v.string() }),
  displayField: lenientText,
  fields: v.fallback(v.array(field), []),
});
/** The answer of `/content_types`, as types by their ids. */
export const contentTypesSchema = v.pipe(
  v.object({ items: v.array(contentType) }),
  v.transform(({ items }) => new Map(items.map((type) => [type.sys.id, type]))),
);

export type ContentType = v.InferOutput<typeof contentType>;
export type ContentTypes = ReadonlyMap<string, ContentType>;
