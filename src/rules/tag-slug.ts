/** What a file name and a reader of addresses can bear. */
const longestSlug = 80;
/** A file `index.html` would answer for the folder that it lies in. */
const reservedSlug = 'index';

/**
 * The segment of an address that stands for a tag: 'Café & Bar' → 'cafe-and-bar'. Spellings that come
 * to the same are one tag. null for what leaves nothing to write: that tag has no page and no link.
 */
export function getTagSlug(label: string): string | null {
  const slug = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase() // ß has no other way to become ss
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' || slug === reservedSlug || slug.length > longestSlug ? null : slug;
}
