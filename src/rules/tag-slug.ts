/** Characters; longer names are trouble as files and in addresses. */
const longestSlug = 80;
/** A file `index.html` would answer for its folder. */
const reservedSlug = 'index';

/**
 * The slug of a tag: 'Café & Bar' → 'cafe-and-bar'. Spellings with the same slug are one tag. null when
 * no character is left: that tag has no page and no link.
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
