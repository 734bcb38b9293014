/** Links between entries and assets, as Contentful writes them. */
import { isRecord } from '../../base/unknown.ts';

const toTextOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** Parses a link to an entry or asset: its type, and the id of the target; null for each that is missing. */
export function parseLink(value: unknown) {
  // Without a schema, because this runs for every part of every body.
  const { sys } = isRecord(value) ? value : {};
  const { id, linkType } = isRecord(sys) ? sys : {};
  return { id: toTextOrNull(id), linkType: toTextOrNull(linkType) };
}
