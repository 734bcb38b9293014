/** In which direction texts are written: a page has one, and a text in it may have the other. */
import { read } from './snapshot/read.ts';

const scripts = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];
const letters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** `dir` of a page in a locale; undefined for one from left to right, as pages are by themselves. */
export const getDirection = (locale: string): 'rtl' | undefined =>
  scripts.includes(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : undefined;

/** `dir` of an editor's text: by its own letters where text or page is written from right to left. */
export async function getTextDirection(text: string): Promise<'auto' | undefined> {
  const isMixed = letters.test(text) || getDirection(await read({ type: 'locale' })) === 'rtl';
  return isMixed ? 'auto' : undefined;
}

/** A locale as Open Graph has them, with a country: 'en_US'. */
export function formatOpenGraphLocale(locale: string): string {
  const { language, region = '' } = new Intl.Locale(locale).maximize();
  return `${language}_${region}`;
}
