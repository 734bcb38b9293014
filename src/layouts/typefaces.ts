import rareFaces from '../../.astro/brand/rare-characters.css?inline';
import { typefaces } from '../data/brand.ts';
import { formatFamily, hasRareCharacter } from '../rules/typefaces.ts';

/**
 * Returns the rules for characters that the first file of a typeface lacks. A page needs these rules when
 * its text has such a character, or when an island or a template shows text later.
 * @param html the main region of the page
 */
export const getRareFaces = (html: string): string =>
  /<(?:astro-island|template)/.test(html) || hasRareCharacter(html) ? rareFaces : '';

const families = Object.values(typefaces).map(({ family }) => formatFamily(family));

/**
 * Paints the first page of a visit at once, in the system's fonts, and asks for the typefaces after that.
 * Later pages of the visit find the typefaces in the cache, and ask for them before they are laid out.
 * Without scripts, a page asks for its typefaces while it is laid out. A page whose typefaces fail keeps the
 * system's fonts. Every page inlines this code, so every byte counts.
 */
export const typefaceScript = [
  `{let d=document,h=d.documentElement.dataset,l=()=>d.fonts.load("1em ${families.join()}")`,
  '.then(()=>delete h.early,e=>e);d.referrer.startsWith(origin)?l():',
  '(h.early=1,new PerformanceObserver(l).observe({type:"paint"}))}',
].join('');
