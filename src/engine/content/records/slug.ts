import { codePages, collections } from '../../site.ts';

/** The names of the site's own pages below a list, such as /blog/thank-you. */
const ownNames = codePages.flatMap(({ path }) => {
  const list = collections.find(({ pages }) => pages && path.startsWith(`${pages.path}/`))?.pages;
  return list ? [path.slice(list.path.length + 1)] : [];
});

/** What the slug of an entry must be. */
export const slugRules = {
  /** Lower-case words with hyphens: valid in addresses and file names, and easy to type. */
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  longest: 120,
  /** Slugs that would hide a page below a list, now or later. */
  reserved: [...ownNames, 'page', 'tag', 'index', 'feed', 'rss', 'search'],
};

/** Explains why a slug cannot be part of an address; null for a valid slug. */
export function findSlugProblem(slug: unknown): string | null {
  if (slug === undefined || slug === null || slug === '') return 'is missing';
  if (typeof slug !== 'string') return 'is not text';
  if (!slugRules.pattern.test(slug))
    return `is '${slug.slice(0, 60)}'; use lower-case letters a to z, digits and single hyphens`;
  if (slug.length > slugRules.longest) return `is longer than ${slugRules.longest} characters`;
  if (slugRules.reserved.includes(slug))
    return `is '${slug}', an address that the site needs itself`;
  return null;
}

/** Makes a title from a slug: 'Why growth stalls' from 'why-growth-stalls'. */
export const formatSlug = (slug: string) =>
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

/** In characters: longer names cause trouble in file names and addresses. */
const longestTagSlug = 80;
/** A file `index.html` would be served for its folder. */
const reservedTagSlug = 'index';

/** Signs that tell tags apart: C, C++ and C#; net and .NET. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z0-9+])\+(?![a-z0-9])/g, ' plus '],
  [/(?<=[a-z0-9])#(?![a-z0-9])/g, ' sharp '],
  [/(?<![^\s(])\.(?=[a-z])/g, ' dot '],
];

/** 'Café & Bar' → 'cafe-and-bar'. Labels with one slug are one tag; without a usable one (null) it has no page. */
export function getTagSlug(label: string): string | null {
  const plain = label
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase() // turns ß into SS, which toLowerCase() alone would not
    .toLowerCase()
    .replaceAll('&', ' and ');
  const slug = signs
    .reduce((text, [sign, word]) => text.replace(sign, word), plain)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' || slug === reservedTagSlug || slug.length > longestTagSlug ? null : slug;
}

/** What all spellings of a tag have in common, also of one without a page; '' for none. */
export const getTagName = (label: string): string =>
  getTagSlug(label) ?? label.normalize('NFKC').toLowerCase();
