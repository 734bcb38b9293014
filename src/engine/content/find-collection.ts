import { hasPages, type Collection, type CollectionWithPages } from '../declare/collections.ts';
import { collections } from '../site.ts';

const byName = new Map<string, Collection>(collections.map((one) => [one.name, one]));

/** @throws for a name that no collection of the site has */
export function getCollection(name: string): Collection {
  const found = byName.get(name);
  if (!found) throw new Error(`The site declares no collection '${name}'.`);
  return found;
}

/** @throws for a name that no collection with pages has */
export function getCollectionWithPages(name: string): CollectionWithPages {
  const found = getCollection(name);
  if (!hasPages(found)) throw new Error(`The entries of the collection '${name}' have no pages.`);
  return found;
}

/** @param path the address of its list @throws for any other address */
export function getCollectionAt(path: string): CollectionWithPages {
  const found = collections.filter(hasPages).find(({ pages }) => pages.path === path);
  if (!found) throw new Error(`No collection has the list ${path}.`);
  return found;
}

/** Whether entries of a type have pages; no type of the site's own has none. */
export const isOfPages = (name: string | null): boolean =>
  name !== null && hasPages(getCollection(name));

/** The key of the field that names an entry, for editors and in links: its title, or else its first text. */
export const getNameField = ({ fields }: Pick<Collection, 'fields'>): string =>
  'title' in fields
    ? 'title'
    : (Object.keys(fields).find((key) => fields[key]?.kind === 'text') ?? '');

/** The key of the field that holds the body; '' without one. */
export const getBodyField = ({ fields }: Pick<Collection, 'fields'>): string =>
  Object.keys(fields).find((key) => fields[key]?.kind === 'body') ?? '';
