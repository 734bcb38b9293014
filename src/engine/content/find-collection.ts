import type { Collection } from '../collections.ts';
import { collections } from '../site.ts';

const byName = new Map<string, Collection>(collections.map((one) => [one.name, one]));

/** @throws for a name that no collection of the site has */
export function getCollection(name: string): Collection {
  const found = byName.get(name);
  if (!found) throw new Error(`The site declares no collection '${name}'.`);
  return found;
}

/** The key of the field that holds the body; '' without one. */
export const getBodyField = ({ fields }: Pick<Collection, 'fields'>): string =>
  Object.keys(fields).find((key) => fields[key]?.kind === 'body') ?? '';
