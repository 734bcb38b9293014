/** In which direction texts are written: a page has one, and a text in it may have the other. */
import { read } from './snapshot/read.ts';

const scripts = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];
const letters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** An element of a body with text of its own. */
const block = /<(?:p|h[2-6]|li|t[dh]|figcaption|div(?= class="entry-card"))(?=[ >])/g;

/** Locale → the locale with script and country. Each text of a page asks, and to find these takes longer than the rest of the answer. */
const maximized = new Map<string, Intl.Locale>();

function maximizeLocale(locale: string): Intl.Locale {
  const found = maximized.get(locale) ?? new Intl.Locale(locale).maximize();
  maximized.set(locale, found);
  return found;
}

/** `dir` of a page in a locale; undefined for one from left to right, as pages are by themselves. */
export const getDirection = (locale: string): 'rtl' | undefined =>
  scripts.includes(maximizeLocale(locale).script ?? '') ? 'rtl' : undefined;

const isMixed = (text: string, locale: string) =>
  letters.test(text) || getDirection(locale) === 'rtl';

/** `dir` of an editor's text: by its own letters where text or page is written from right to left. */
export const getTextDirection = async (text: string): Promise<'auto' | undefined> =>
  isMixed(text, await read({ type: 'locale' })) ? 'auto' : undefined;

/**
 * Lets each block of a body have its own direction, where the body or the page is written from right to left. Code is
 * written from left to right.
 */
export const directBlocks = (html: string, locale: string): string =>
  isMixed(html, locale)
    ? html.replaceAll(block, '$& dir="auto"').replaceAll('<pre>', '<pre dir="ltr">')
    : html;

/** A locale as Open Graph has them, with a country: 'en_US'. */
export function formatOpenGraphLocale(locale: string): string {
  const { language, region = '' } = maximizeLocale(locale);
  return `${language}_${region}`;
}
