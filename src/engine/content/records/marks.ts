/** The marks by which Contentful's editor finds the field behind a part of a draft preview. */
import type { Declared, Fields, RecordOf } from '../../collections.ts';
import { getWireName } from '../contentful/wire.ts';

interface Marks {
  'data-contentful-entry-id': string;
  'data-contentful-field-id': string;
}
/** Marks what shows a field, the declared lead, or the picture. It marks nothing elsewhere than in a draft preview. */
export type Mark<Field = never> = (
  field: Field | 'title' | 'lead' | 'picture',
) => Marks | undefined;

/** Creates the marks of an entry. A built-in item, which has no reading time, has none. */
export function markFields<F extends Fields>(
  { fields, lead, gradient }: Declared<F>,
  { id, readingMinutes }: Pick<RecordOf<F>, 'id' | 'readingMinutes'>,
): Mark<keyof F> {
  const picture = Object.keys(fields).find((key) => fields[key]?.kind === 'picture') ?? gradient;
  const roles: Readonly<Record<string, string | undefined>> = { lead, picture };
  return (field) => {
    if (!import.meta.env.SHOWS_DRAFTS || readingMinutes === undefined) return undefined;
    const key = roles[String(field)] ?? String(field);
    return {
      'data-contentful-entry-id': id,
      'data-contentful-field-id': getWireName(key, fields[key]),
    };
  };
}
