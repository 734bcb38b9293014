import { company } from '../data/company.ts';

/** Printable ASCII without the signs that texts rarely use, plus English punctuation. */
const common = ` !"$%&'()+,-./0123456789:;?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\u00a0©·×–—‘’“”…`;

/**
 * The characters of the first file of each typeface, which every page loads. The letters of the firm's own
 * name and address are on every page.
 */
export const commonCharacters: ReadonlySet<string> = new Set(
  common + JSON.stringify(company).replace(/[^\p{L}]/gu, ''),
);

/** Parts of a page without a visible character in a typeface of the firm: code, tags, plain entities. */
const invisible = /<(script|style|code)[^]*?<\/\1>|<[^">]*(?:"[^"]*"[^">]*)*>|&(?![lg]t;)#?\w+;/g;

const escapeCharacter = (character: string) =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
const rare = new RegExp(
  `&[lg]t;|[^\\s${Array.from(commonCharacters, escapeCharacter).join('')}]`,
  'u',
);

/** 1 at the UTF-16 code of each common character. `&` has none, because an entity may be rare. */
const isPlain = new Uint8Array(0x1_00_00);
for (const character of [...commonCharacters, '\n'])
  if (character !== '&' && character.length === 1) isPlain[character.charCodeAt(0)] = 1;

/** Whether the text of a page has a character that the first file of a typeface lacks. */
export function hasRareCharacter(html: string): boolean {
  const text = html.replace(invisible, '');
  // Nearly all characters are plain, and a table is much faster than the pattern.
  for (let index = 0; index < text.length; index += 1)
    if (isPlain[text.charCodeAt(index)] === 0) return rare.test(text);
  return false;
}

/** Writes the name of a font family as CSS. */
export const formatFamily = (name: string): string =>
  /^[a-z][a-z -]*$/i.test(name) ? name : `'${name}'`;
