import { countLetters } from '../rules/long-words.ts';
import styles from '../styles/long-heading.css?inline';

/** Most letters of a word that fit a phone of 320 pixels at full size. */
const fits: Record<string, number> = { h1: 13, h2: 14, h3: 14 };
const fitsHomeTitle = 9;

const headings = /<(h[1-3])\b([^>]*)>(.*?)<\/\1>/gs;

/** The letters in the longest word of a heading. An entity is one letter. */
const countHeadingLetters = (html: string) =>
  countLetters(
    html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&shy;', '\u00ad')
      .replace(/&[^;]+;/g, 'x'),
  );

/**
 * Draws headings with a long word smaller, so that no word breaks. Pages without long words stay as they are.
 * @param main the HTML of the page's main region
 * @returns the HTML, and the styles for its headings
 */
export function fitHeadings(main: string, isHome: boolean): { html: string; styles: string } {
  const lengths = new Set<number>();
  const html = main.replace(headings, (whole, tag: string, attributes: string, text: string) => {
    const letters = countHeadingLetters(text);
    if (letters <= (isHome && tag === 'h1' ? fitsHomeTitle : (fits[tag] ?? 0))) return whole;
    lengths.add(letters);
    return `<${tag}${attributes} data-letters="${letters}"><span>${text}</span></${tag}>`;
  });
  const rules = Array.from(
    lengths,
    (letters) =>
      `[data-letters="${letters}"]>span{font-size:min(1em,${Math.floor(1600 / letters) / 10}cqi)}`,
  );
  return {
    html,
    styles: lengths.size > 0 ? `${styles}@layer components{${rules.join('')}}` : '',
  };
}
