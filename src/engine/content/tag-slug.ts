/** In characters. Longer names cause trouble in file names and addresses. */
const longestSlug = 80;
/** A file `index.html` would be served for its folder. */
const reservedSlug = 'index';

/**
 * The slug of a tag: 'Café & Bar' → 'cafe-and-bar'. Labels with the same slug are one tag. null when no
 * usable character is left: such a tag has no page and no link.
 */
export function getTagSlug(label: string): string | null {
  const slug = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase() // turns ß into SS, which toLowerCase() alone would not
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' || slug === reservedSlug || slug.length > longestSlug ? null : slug;
}
