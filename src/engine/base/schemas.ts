/** Schemas for data from outside: JSON files, and objects of unknown shape. */
import * as v from 'valibot';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses JSON; null when the text is incomplete, damaged or of another shape. */
export function parseJson<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return success ? output : null;
}

/** The JSON of a value; null when it is nested too deep for JSON. */
export function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value ?? null);
  } catch {
    return null;
  }
}

/** An object schema that accepts any value. Every property needs a fallback. */
export function lenientObject<T extends v.ObjectEntries>(properties: T) {
  const schema = v.object(properties);
  return v.fallback(schema, () => v.parse(schema, {}));
}

export const lenientText = v.fallback(v.string(), '');
export const nullableText = v.fallback(v.nullable(v.string()), null);
export const nullableNumber = v.fallback(v.nullable(v.number()), null);

/** `v.record` would copy the object, and would accept a list. */
export const record = v.custom<Readonly<Record<string, unknown>>>(isRecord);
export const lenientRecord = v.fallback(record, {});
