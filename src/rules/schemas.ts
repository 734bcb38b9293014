/** Schemas for data from outside: JSON of ours that is read back, and objects of which nothing is sure. */
import * as v from 'valibot';
import { isRecord } from './unknown.ts';

/** The value of a JSON text; null when the text is cut, damaged or of another shape. */
export function parseJson<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return success ? output : null;
}

/** An object that parses from anything: each of its properties needs a fallback. */
export function lenientObject<T extends v.ObjectEntries>(properties: T) {
  const schema = v.object(properties);
  return v.fallback(schema, () => v.parse(schema, {}));
}

export const lenientText = v.fallback(v.string(), '');
export const nullableText = v.fallback(v.nullable(v.string()), null);
export const nullableNumber = v.fallback(v.nullable(v.number()), null);
export const lenientList = v.fallback(v.array(v.unknown()), []);

/** Kept as it is: `v.record` would copy it, and takes a list for a record. */
const record = v.custom<Readonly<Record<string, unknown>>>(isRecord);
export const lenientRecord = v.fallback(record, {});
