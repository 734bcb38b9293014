import rareFaces from '../../.astro/brand/rare-characters.css?inline';
import { typefaces } from '../data/brand.ts';
import { formatFamily, hasRareCharacter } from '../rules/typefaces.ts';

/**
 * Rules for the characters that the first file of a typeface lacks, if a page may show one: it has one, or
 * it has an island or a template, which show texts that come later.
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
